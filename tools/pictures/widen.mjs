/**
 * Extends the background of a studio image at its start and top, to make room for text. The background is a smooth gradient: the
 * extension continues from the mean of the edge pixels, with their slope fading out, and adds a little grain.
 *
 *     node tools/pictures/widen.mjs shop/media/wide/light.webp shop/media/wide/evening.webp 640 320
 */
import sharp from 'sharp';

const [from, to, startText, topText] = process.argv.slice(2);
const [start, top] = [Number(startText), Number(topText)];
const strip = 60;
const grain = 3;

const { data, info } = await sharp(from).removeAlpha().raw().toBuffer({ resolveWithObject: true });
const [width, height] = [info.width, info.height];
const at = (x, y, channel) => data[(y * width + x) * 3 + channel];

/** Returns the mean and slope of the pixels along an edge, smoothed along it. */
function edge(length, pick, smooth) {
  const mean = new Float64Array(length * 3);
  const slope = new Float64Array(length * 3);
  for (let along = 0; along < length; along += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      let [near, far] = [0, 0];
      for (let depth = 0; depth < strip; depth += 1) {
        near += pick(along, depth, channel);
        far += pick(along, depth + 2 * strip, channel);
      }
      mean[along * 3 + channel] = near / strip;
      slope[along * 3 + channel] = (far - near) / strip / (2 * strip);
    }
  }
  return { mean: blur(mean, smooth), slope: blur(slope, 4 * smooth) };
}

function blur(values, radius) {
  const length = values.length / 3;
  return values.map((_, index) => {
    const [along, channel] = [Math.floor(index / 3), index % 3];
    const [first, last] = [Math.max(0, along - radius), Math.min(length - 1, along + radius)];
    let sum = 0;
    for (let each = first; each <= last; each += 1) sum += values[each * 3 + channel];
    return sum / (last - first + 1);
  });
}

const starts = edge(height, (y, x, channel) => at(x, y, channel), 24);
const tops = edge(width, (x, y, channel) => at(x, y, channel), 40);
const fade = (distance) => 150 * (1 - Math.exp(-distance / 300));
let seed = 7;
const noise = () => {
  seed = (seed * 1664525 + 1013904223) >>> 0;
  return (seed / 2 ** 32 - 0.5) * grain;
};

const [newWidth, newHeight] = [width + start, height + top];
const wide = Buffer.alloc(newWidth * newHeight * 3);
for (let row = 0; row < newHeight; row += 1) {
  for (let column = 0; column < newWidth; column += 1) {
    const [x, y, speck] = [column - start, row - top, noise()];
    const [inX, inY] = [Math.max(0, x), Math.max(0, y)];
    for (let channel = 0; channel < 3; channel += 1) {
      const [byRow, byColumn] = [inY * 3 + channel, inX * 3 + channel];
      let value = x < 0 ? starts.mean[byRow] - starts.slope[byRow] * fade(-x) : tops.mean[byColumn];
      if (y < 0) value -= tops.slope[byColumn] * fade(-y);
      value += speck;
      if (x >= 0 && y >= 0) {
        value = at(x, y, channel);
        const [nearStart, nearTop] = [Math.min(1, x / strip), Math.min(1, y / strip)];
        value = value * nearStart + (starts.mean[byRow] + speck) * (1 - nearStart);
        value = value * nearTop + (tops.mean[byColumn] + speck) * (1 - nearTop);
      }
      wide[(row * newWidth + column) * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
}
await sharp(wide, { raw: { width: newWidth, height: newHeight, channels: 3 } })
  .webp({ quality: 84 })
  .toFile(to);
