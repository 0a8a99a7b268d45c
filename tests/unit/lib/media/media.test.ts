import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { srcsetWidths } from '#lib/media/image.ts';
import { isPublicAddress } from '#server/media/download.ts';
import { fileStorage } from '#server/media/file-storage.ts';
import { inspectImage } from '#server/media/inspect-image.ts';
import { singleFlight } from '#server/media/single-flight.ts';

const image = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();

describe('pictures that come in', () => {
  it('are known by their bytes, whatever they are called', async () => {
    const found = await inspectImage(await image('png'));
    expect(found).toEqual({ mime: 'image/png', width: 40, height: 20, dominantColor: '#336699' });
  });

  it('have the size in which they are shown when a camera was held upright', async () => {
    const turned = await sharp(await image('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await inspectImage(turned)).toMatchObject({ width: 20, height: 40 });
  });

  it('are refused when they are markup, no picture, cut off, of a kind not wanted, or a bomb', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    await expect(inspectImage(svg)).rejects.toThrow('SVG');
    await expect(inspectImage(Buffer.from('hello'))).rejects.toThrow('not a readable image');
    const png = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#000',
      },
    })
      .png()
      .toBuffer();
    await expect(inspectImage(png.subarray(0, png.length / 2))).rejects.toThrow('damaged');
    const tiff = await sharp(await image('png'))
      .tiff()
      .toBuffer();
    await expect(inspectImage(tiff)).rejects.toThrow('not supported');
    await expect(inspectImage(bomb(60_000, 60_000))).rejects.toThrow();
  });
});

describe('widths', () => {
  it('never go beyond the original, which is the widest', () => {
    expect(srcsetWidths({ width: 800 })).toEqual([352, 560, 800]);
    expect(srcsetWidths({ width: 700 })).toEqual([352, 560, 700]);
    expect(srcsetWidths({ width: 100 })).toEqual([100]);
    expect(srcsetWidths({ width: 5000 }).at(-1)).toBe(2880);
  });
});

describe('addresses that pictures may come from', () => {
  it.each([
    '8.8.8.8',
    '192.88.98.1',
    '192.88.100.1',
    '2606:4700::1111',
    '2001:200::1',
    '2001:4860::8888',
    '3fff:1000::1',
  ])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fd00::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '192.88.99.1',
    '192.175.48.1',
    '2001::1',
    '2001:20::1',
    '2001:2f:ffff::1',
    '2001:1ff::1',
    '2001:db8::1',
    '3fff::1',
    '3fff:fff::1',
    '5f00::1',
    '100::1',
    'nonsense',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('storage in a folder', () => {
  it('refuses keys that lead out of it', async () => {
    const storage = fileStorage('/nowhere');
    await expect(storage.get('../secret')).rejects.toThrow('not a storage key');
    await expect(storage.get('a//b')).rejects.toThrow('not a storage key');
    await expect(storage.get('/etc/passwd')).rejects.toThrow('not a storage key');
  });
});

describe('single flight', () => {
  it('makes a thing once for all who ask meanwhile, and again after a failure', async () => {
    const flight = singleFlight<number>();
    const owner = {};
    let made = 0;
    const make = async () => {
      made += 1;
      if (made === 1) throw new Error('first');
      return made;
    };
    const first = await Promise.allSettled([flight(owner, 'k', make), flight(owner, 'k', make)]);
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(made).toBe(1);
    expect(await Promise.all([flight(owner, 'k', make), flight(owner, 'k', make)])).toEqual([2, 2]);
  });
});

/** Returns a small PNG whose header claims `width` × `height` pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
