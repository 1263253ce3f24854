import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { WalletPass } from '../../nodes/WalletPass/WalletPass.node';
import { WalletPassTrigger } from '../../nodes/WalletPass/WalletPassTrigger.node';
import { useZapier } from '../zapier/harness';
import { readApp } from '../zapier/steps';
import { RULES, appliesTo, isBroken } from './rules';
import { type Text, n8nTexts, zapierTexts } from './texts';
import { FORBIDDEN_WORDS, type ForbiddenWord } from './words';

const app = useZapier();
let texts: Text[];
beforeAll(async () => {
  const nodes = [new WalletPass(), new WalletPassTrigger()];
  texts = [
    ...n8nTexts(nodes.map(({ description }) => description)),
    ...zapierTexts(readApp(await app.zapier.definition())),
  ];
});

describe('every text on both platforms', () => {
  it.each(RULES.map((rule) => [rule.rule, rule.reason, rule] as const))(
    '%s (%s)',
    (_rule, _reason, rule) => {
      const checked = texts.filter((text) => appliesTo(rule, text));
      expect(checked).not.toEqual([]);
      const broken = checked.filter((text) => isBroken(rule, text));
      expect(broken.map(({ platform, where, text }) => [platform, where, text])).toEqual([]);
    },
  );

  it.each(RULES.map((rule) => [rule.rule, rule.example, rule] as const))(
    '%s: not %j',
    (_rule, text, rule) => {
      const [some] = texts.filter((one) => appliesTo(rule, one));
      expect(some && isBroken(rule, { ...some, text })).toBe(true);
    },
  );

  it('uses no forbidden word', () => {
    expect(
      texts.flatMap(({ platform, where, text }) => forbidden(text, `${platform} ${where}`)),
    ).toEqual([]);
  });

  it('puts the names of inputs in single quotes', () => {
    const named = (...kinds: Text['of'][]) =>
      texts.filter(({ role, of }) => role === 'name' && kinds.includes(of)).map(({ text }) => text);
    // One word may be an ordinary one, e.g. Email.
    const labels = new Set(named('input', 'switch', 'email', 'dropdown'));
    const inputs = [...labels].filter((name) => name.includes(' '));
    const steps = named('trigger', 'search', 'create');
    const unquoted = texts
      .filter(({ role }) => role === 'help' || role === 'note')
      .flatMap(({ where, text }) => {
        const quoted = [...inputs.flatMap((name) => [`'${name}'`, `**${name}**`]), ...steps];
        const prose = quoted.reduce((rest, name) => rest.replaceAll(name, ''), text);
        return inputs.filter((name) => prose.includes(name)).map((name) => [where, name, text]);
      });
    expect(unquoted).toEqual([]);
  });

  it('adds something to its name', () => {
    const rule = RULES.find((one) => one.rule.includes('repeats the name'));
    const help: Text = {
      platform: 'Zapier',
      role: 'help',
      of: 'input',
      where: 'issue_pass.email',
      name: 'Email',
      text: 'Email.',
    };
    expect(rule && isBroken(rule, help)).toBe(true);
  });
});

const ROOT = path.resolve(__dirname, '../..');
const WRITTEN_BY_US = /\.(ts|mjs|cjs|md)$|^examples\/.*\.json$|^test\/golden\/messages\.txt$/;
const NOT_OURS = /(^|\/)(node_modules|dist)\/|^test\/texts\//;

function textFiles(): string[] {
  return readdirSync(ROOT)
    .filter((name) => !name.startsWith('.') && !NOT_OURS.test(`${name}/`))
    .flatMap((name) =>
      statSync(path.join(ROOT, name)).isDirectory()
        ? readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' }).map((file) =>
            path.posix.join(name, ...file.split(path.sep)),
          )
        : [name],
    )
    .filter((file) => WRITTEN_BY_US.test(file) && !NOT_OURS.test(file));
}

/** In Markdown, text in backticks is code or quotes the service. */
function proseOf(file: string): string {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return file.endsWith('.md') ? text.replaceAll(/`[^`\n]*`/g, '') : text;
}

/** Recordings of the errors that the platforms show. */
function isShown(file: string): boolean {
  return file.startsWith('test/golden/messages.');
}

/** The forbidden words in a text, each with the better one. */
function forbidden(
  text: string,
  where: string,
  applies: (word: ForbiddenWord) => boolean = () => true,
): string[] {
  return FORBIDDEN_WORDS.filter(applies).flatMap(({ pattern, better }) => {
    const [word] = pattern.exec(text) ?? [];
    return word === undefined ? [] : [`${where}: '${word}', better: ${better}`];
  });
}

describe('every file', () => {
  it('uses no forbidden word', () => {
    const files = textFiles();
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'shared/operations/pass/create.ts']),
    );
    const found = files.flatMap((file) =>
      proseOf(file)
        .split('\n')
        .flatMap((line, i) =>
          forbidden(line, `${file}:${i + 1}`, (word) => word.where === undefined || isShown(file)),
        ),
    );
    expect(found).toEqual([]);
  });
});
