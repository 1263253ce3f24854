/**
 * Reads a page of `examples/zapier`, so that tests can hold it against the app and carry it out. In
 * the tables a value is made of parts: `**choice of a dropdown**`, `_2. Output of step 2_`, `` `text` ``.
 */

export interface Page {
  zaps: Zap[];
  /** Words in bold outside of tables: names of fields, steps and choices. */
  named: string[];
}
export interface Zap {
  title: string;
  /** What step 1 gives while the Zap is tried out, by field. */
  testData: Record<string, string>;
  /** The steps of our app, in their order. */
  steps: PageStep[];
}
export interface PageStep {
  number: number;
  /** What the step is called in the app. */
  label: string;
  rows: { field: string; value: Part[] }[];
}
export type Part =
  | { kind: 'choice'; text: string }
  | { kind: 'output'; step: number; text: string }
  | { kind: 'text'; text: string };

export function readPage(markdown: string): Page {
  const [, ...zaps] = markdown.split(/^## Zap: /m);
  const prose = markdown.replace(/^\|.*$/gm, '');
  return {
    zaps: zaps.map(readZap),
    named: [...prose.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name),
  };
}

function readZap(text: string): Zap {
  const zap = text.split(/^## /m)[0] ?? '';
  const [title = '', ...sections] = zap.split(/^### /m);
  const steps = sections.map((section) => {
    const heading = section.split('\n')[0] ?? '';
    const match = /^(\d+)\. (.+?): (.+)$/.exec(heading);
    if (!match) throw new Error(`Not the heading of a step: ${heading}`);
    const [, number, app, label = ''] = match;
    return { number: Number(number), app, label, rows: readTable(section) };
  });
  const first = steps.find(({ number, app }) => number === 1 && app !== 'Wallet Pass');
  return {
    title: title.trim(),
    testData: Object.fromEntries(
      (first?.rows ?? []).map(({ field, value }) => [field, value[0]?.text ?? '']),
    ),
    steps: steps
      .filter(({ app }) => app === 'Wallet Pass')
      .map(({ number, label, rows }) => ({ number, label, rows })),
  };
}

function readTable(section: string): PageStep['rows'] {
  return [...section.matchAll(/^\|(.+)\|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .slice(2)
    .map(([field = '', value = '']) => ({ field, value: readValue(value) }));
}

function readValue(value: string): Part[] {
  const parts = [...value.matchAll(/\*\*(.+?)\*\*|_(\d+)\. (.+?)_|`(.+?)`/g)].map(
    ([, choice, step, output, text]): Part => {
      if (choice !== undefined) return { kind: 'choice', text: choice };
      if (output !== undefined) return { kind: 'output', step: Number(step), text: output };
      return { kind: 'text', text: text ?? '' };
    },
  );
  const read = parts
    .map((part) =>
      part.kind === 'choice'
        ? `**${part.text}**`
        : part.kind === 'output'
          ? `_${part.step}. ${part.text}_`
          : `\`${part.text}\``,
    )
    .join('');
  if (read !== value || parts.length === 0) throw new Error(`Not a value: ${value}`);
  return parts;
}
