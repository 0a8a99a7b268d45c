import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeUpload } from '#server/media/encode-upload.ts';
import { stripPngChunks } from '#server/media/png-chunks.ts';
import { validateUpload } from '#server/media/shopper-picture.ts';
import { claiming, jpegInScans, plain, pngChunk, pngWith, textChunk } from './hostile-pictures.ts';

/** Returns 'taken' or the error for a picture that claims these dimensions: validation reads only its header. */
async function judge(image: Sharp, width: number, height: number): Promise<string> {
  const file = claiming(await image.toBuffer(), width, height);
  try {
    expect((await sharp(file).metadata()).height).toBe(height);
    validateUpload(file);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
}
const deep = () => plain(8, 8, 4).toColourspace('rgb16');
const progressive = (chromaSubsampling: string) =>
  plain(16, 16).jpeg({ progressive: true, chromaSubsampling });

describe("a shopper's picture", () => {
  it.each([
    ['JPEG', plain(8, 8).jpeg()],
    ['PNG', plain(8, 8, 4).png()],
    ['PNG of 16 bits', deep().png()],
  ])('is taken up to 24 megapixels as %s, which is decoded row by row', async (_, image) => {
    expect(await judge(image, 5712, 4284)).toBe('taken');
    expect(await judge(image, 5712, 4290)).toBe(
      'The image has 5712 × 4290 pixels; at most 24 million are allowed. Please make it smaller.',
    );
    expect(await judge(image, 8000, 1)).toBe('taken');
    expect(await judge(image, 1, 8001)).toContain('no side may be longer than 8000');
  });

  it.each([
    ['a progressive JPEG', 13, 3333, progressive('4:2:0')],
    ['a progressive JPEG', 6, 1666, progressive('4:4:4')],
    ['an interlaced PNG', 13, 3333, plain(8, 8).png({ progressive: true })],
    ['an interlaced PNG', 10, 2500, plain(8, 8, 4).png({ progressive: true })],
    ['an interlaced PNG', 10, 2500, plain(8, 8).png({ progressive: true, palette: true })],
    ['an interlaced PNG', 5, 1250, deep().png({ progressive: true })],
    ['a WebP image', 10, 2500, plain(8, 8).webp()],
    ['a WebP image', 10, 2500, plain(8, 8, 4).webp()],
    ['a WebP image', 10, 2500, plain(8, 8).webp({ lossless: true })],
  ])('that must be held whole, %s, is taken up to %i million pixels', async (form, most, tallest, image) => {
    expect(await judge(image, 4000, tallest)).toBe('taken');
    expect(await judge(image, 4000, tallest + 1)).toBe(
      `The image has 4000 × ${tallest + 1} pixels; as ${form} at most ${most} million are allowed. Please save it as a plain JPEG, or make it smaller.`,
    );
  });

  it('that comes in a scan for each colour must be held whole too', async () => {
    const file = jpegInScans(64, 64);
    expect((await sharp(file).metadata()).isProgressive).toBe(true);
    validateUpload(claiming(file, 4000, 1666));
    expect(() => validateUpload(claiming(file, 4000, 1667))).toThrow(
      'as a progressive JPEG at most 6 million',
    );
  });

  it('is known by its first bytes and refused when they are those of another kind, or end early', async () => {
    const others = [plain(8, 8).tiff(), plain(16, 16).avif({ effort: 0 }), plain(8, 8).gif()].map((image) =>
      image.toBuffer(),
    );
    const cut = await Promise.all(
      [plain(8, 8).jpeg(), plain(8, 8).png(), plain(8, 8).webp()].map(async (image) =>
        (await image.toBuffer()).subarray(0, 20),
      ),
    );
    const texts = ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'RIFF', '', '\u00ff\u00d8\u00ff\u00e0'];
    const all = [...(await Promise.all(others)), ...cut, ...texts.map((text) => Buffer.from(text, 'latin1'))];
    for (const bytes of all) expect(() => validateUpload(bytes)).toThrow('use a JPEG, PNG or WebP');
  });

  it('holds no texts when it is decoded: they unfold to gigabytes with the header', async () => {
    const file = await pngWith(textChunk(1_000_000), textChunk(1_000_000));
    expect((await sharp(file).metadata()).comments).toHaveLength(2);
    const bytes = validateUpload(file);
    expect((await sharp(bytes).metadata()).comments).toBeUndefined();
    expect(bytes.byteLength).toBe((await pngWith()).byteLength);
  });

  it('is kept upright, in at most 4000 pixels, without a word of where it was taken or what was appended', async () => {
    const photo = await plain(4400, 1000)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { mime, original, shown } = await encodeUpload(
      Buffer.concat([photo, Buffer.from('PK hidden file')]),
    );
    const { exif, orientation, ...found } = await sharp(original).metadata();
    expect([mime, found.format, found.width, found.height]).toEqual(['image/jpeg', 'jpeg', 909, 4000]);
    expect([exif, orientation, found.isProgressive]).toEqual([undefined, undefined, false]);
    expect(original.includes('hidden')).toBe(false);
    const page = await sharp(shown).metadata();
    expect([page.format, page.height, page.exif]).toEqual(['webp', 1600, undefined]);
  });

  it('keeps its transparency, and of sixteen bits a colour eight', async () => {
    const deep = await plain(2600, 100, 4).toColourspace('rgb16').png().toBuffer();
    const { mime, original, shown } = await encodeUpload(deep);
    const { format, width, hasAlpha, depth } = await sharp(original).metadata();
    expect([mime, format, width, hasAlpha, depth]).toEqual(['image/png', 'png', 2000, true, 'uchar']);
    const [red, green, blue, alpha] = await sharp(original)
      .extract({ left: 9, top: 9, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red, green, blue, alpha].map((value) => Math.round(value! / 10))).toEqual([12, 6, 3, 13]);
    const page = await sharp(shown).metadata();
    expect([page.width, page.hasAlpha]).toEqual([1280, true]);
  });

  it('is refused when it is cut off', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer();
    await expect(encodeUpload(photo.subarray(0, photo.length / 2))).rejects.toThrow();
  });
});

describe('a PNG', () => {
  it('keeps its pixels, its turn and a profile of usual size, and loses all else', async () => {
    const turned = await plain(20, 10).withIccProfile('p3').withMetadata({ orientation: 6 }).png().toBuffer();
    const before = await sharp(turned).metadata();
    const lean = await sharp(stripPngChunks(turned)).metadata();
    expect([lean.orientation, lean.icc?.byteLength]).toEqual([6, before.icc?.byteLength]);
    const times = Array.from({ length: 3 }, () => pngChunk('tIME', Buffer.alloc(7)));
    const profile = pngChunk('iCCP', Buffer.alloc(4097));
    const end = Buffer.from('after the end');
    const own = await pngWith();
    expect(stripPngChunks(Buffer.concat([await pngWith(profile, ...times), end]))).toEqual(own);
    expect(stripPngChunks(own)).toBe(own);
    const jpeg = await plain(8, 8).jpeg().toBuffer();
    expect(stripPngChunks(jpeg)).toBe(jpeg);
  });

  it('of very many parts is read no further than ten thousand', async () => {
    const empty = Array.from({ length: 20_000 }, () => pngChunk('IDAT', Buffer.alloc(0)));
    expect(stripPngChunks(await pngWith(...empty)).byteLength).toBe(8 + 25 + 9_999 * 12);
  });

  it('that is cut off in the middle of a part is read no further', async () => {
    const own = await pngWith();
    expect(stripPngChunks(own.subarray(0, 40))).toEqual(own.subarray(0, 33));
    const claims = Buffer.from(own.subarray(0, 60));
    claims.writeUInt32BE(0xffffffff, 33);
    expect(stripPngChunks(claims).byteLength).toBeLessThanOrEqual(60);
  });
});
