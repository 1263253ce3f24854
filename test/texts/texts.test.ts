import { WalletPass } from '../../nodes/WalletPass/WalletPass.node';
import { WalletPassTrigger } from '../../nodes/WalletPass/WalletPassTrigger.node';
import { repositoryFiles } from '../support/links';
import { read, ROOT } from '../support/repository';
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

test.each(RULES.map((rule) => [rule.rule, rule.reason, rule] as const))(
  'Texts follow the rule: %s (%s)',
  (_rule, _reason, rule) => {
    const checked = texts.filter((text) => appliesTo(rule, text));
    expect(checked).not.toEqual([]);
    const broken = checked.filter((text) => isBroken(rule, text));
    expect(broken.map(({ platform, where, text }) => [platform, where, text])).toEqual([]);
  },
);

test.each(RULES)('The rule refuses its example: $rule', (rule) => {
  const [found] = texts.filter((text) => appliesTo(rule, text));
  expect(found && isBroken(rule, { ...found, text: rule.example })).toBe(true);
});

test('A text on a platform has no forbidden word', () => {
  expect(
    texts.flatMap(({ platform, where, text }) => forbidden(text, `${platform} ${where}`)),
  ).toEqual([]);
});

test('A help text has the names of inputs in single quotes', () => {
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

test('The rule against repeated names refuses a help text that is the label with a period', () => {
  const noRepetition = RULES.find(({ rule }) => rule.includes('repeats the name'));
  const kind = { platform: 'Zapier', role: 'help', of: 'input' } as const;
  const help: Text = { ...kind, where: 'issue_pass.email', name: 'Email', text: 'Email.' };
  expect(noRepetition && isBroken(noRepetition, help)).toBe(true);
});

const WRITTEN_BY_US = /\.(ts|mjs|cjs|md)$|^examples\/.*\.json$|^test\/golden\/messages\.txt$/;
const NOT_OURS = /^\.|^test\/texts\//;

/** In Markdown, text in backticks is code or quotes the service. */
function proseOf(file: string): string {
  const text = read(file);
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

test('A file that people read has no forbidden word', () => {
  const files = repositoryFiles(ROOT).filter(
    (file) => WRITTEN_BY_US.test(file) && !NOT_OURS.test(file),
  );
  expect(files).toEqual(expect.arrayContaining(['README.md', 'shared/operations/pass/create.ts']));
  const found = files.flatMap((file) =>
    proseOf(file)
      .split('\n')
      .flatMap((line, i) =>
        forbidden(line, `${file}:${i + 1}`, (word) => word.where === undefined || isShown(file)),
      ),
  );
  expect(found).toEqual([]);
});
