/** What is on a page once: texts, and examples of outputs. */

import { isDeepStrictEqual } from 'node:util';

import { bold, code, headingLink } from '../markdown';

/** The sections of a page that have shown a text first. */
export class Places {
  readonly #links = new Map<string, string>();

  /**
   * The text, or what says where it is.
   * @param heading of the section that the text is for
   */
  textOf(text: string, heading: string, elsewhere: (link: string) => string): string {
    const link = this.#links.get(text);
    if (link !== undefined) return elsewhere(link);
    this.#links.set(text, headingLink(heading));
    return text;
  }
}

type Sample = Record<string, unknown>;

/** The examples of a page. One that hardly differs from an earlier one says only how. */
export class Examples {
  readonly #shown: { link: string; sample: Sample }[] = [];

  textOf(heading: string, sample: Sample): string {
    const block = `\n\n\`\`\`json\n${JSON.stringify(sample, null, 2)}\n\`\`\``;
    const likeOthers = this.#shown
      .map((other) => `${bold('Example')}: ${likeText(sample, other)}.`)
      .sort((a, b) => a.length - b.length);
    const [shortest] = likeOthers;
    const isShown = this.#shown.some((other) => isDeepStrictEqual(other.sample, sample));
    if (shortest !== undefined && (isShown || shortest.length < block.length / 2)) return shortest;
    this.#shown.push({ link: headingLink(heading), sample });
    return `${bold('Example')}${block}`;
  }
}

/** `that of Add Stamps, with "collectedStamps": 0, without email` */
function likeText(sample: Sample, { link, sample: other }: { link: string; sample: Sample }) {
  const changed = Object.entries(sample).flatMap(([key, value]) => {
    const json = JSON.stringify(value);
    return json === JSON.stringify(other[key]) ? [] : [code(`"${key}": ${json}`)];
  });
  const missing = Object.keys(other).filter((key) => !(key in sample));
  return [
    `that of ${link}`,
    ...(changed.length > 0 ? [`with ${changed.join(', ')}`] : []),
    ...(missing.length > 0 ? [`without ${missing.map(code).join(', ')}`] : []),
  ].join(', ');
}
