/**
 * Parses a page of `examples/zapier`, so that tests can compare it with the app and run it. In its tables,
 * a value consists of parts: `**choice of a dropdown**`, `_2. Output of step 2_`, `` `text` ``.
 */

/** One recipe page. */
export interface Page {
  zaps: Zap[];
  /** Bold text outside of tables: names of fields, steps and choices. */
  named: string[];
}
/** One Zap of a page. */
export interface Zap {
  title: string;
  /** Example output of step 1, by field. */
  testData: Record<string, string>;
  /** The steps of our app, in order. */
  steps: PageStep[];
  /** How many steps the Zap has, those of other apps included. */
  stepCount: number;
}
/** One step of a Zap. */
export interface PageStep {
  number: number;
  /** Label of the step in the app. */
  label: string;
  rows: { field: string; value: Part[] }[];
}
/** A part of a value in a table. */
export type Part =
  | { kind: 'choice'; text: string }
  | { kind: 'output'; step: number; text: string }
  | { kind: 'text'; text: string };

/** Parses the Markdown of a page. */
export function readPage(markdown: string): Page {
  const [, ...zaps] = markdown.split(/^## Zap: /m);
  const prose = markdown.replace(/^\|.*$/gm, '');
  return {
    zaps: zaps.map(readZap),
    // A name may be on two lines.
    named: [...prose.matchAll(/\*\*(.+?)\*\*/gs)].map(([, name = '']) =>
      name.replaceAll('\n', ' '),
    ),
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
    title: title.split('\n')[0]?.trim() ?? '',
    testData: Object.fromEntries(
      (first?.rows ?? []).map(({ field, value }) => [field, value[0]?.text ?? '']),
    ),
    steps: steps
      .filter(({ app }) => app === 'Wallet Pass')
      .map(({ number, label, rows }) => ({ number, label, rows })),
    stepCount: Math.max(...steps.map(({ number }) => number)),
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
