import { drawButton } from '../../sandbox/pages/art';
import { contrast as contrastOf } from '../../sandbox/pages/card';
import { STYLES } from '../../sandbox/pages/styles';

/** Buttons have enough contrast on light and dark pages (WCAG 1.4.3 and 1.4.11). */
const TEXT = 4.5;
const OUTLINE = 3;

const [light = '', dark = ''] = STYLES.match(/:root \{[^}]*\}/g) ?? [];
const variables = (css: string) =>
  Object.fromEntries(
    Array.from(css.matchAll(/--(\w+): (#\w+)/g), ([, name, hex]) => [name, hex]),
  ) as Record<string, string>;
const PAGES: [string, Record<string, string>][] = [
  ['light', variables(light)],
  ['dark', { ...variables(light), ...variables(dark) }],
];

/** The declarations of a rule with variables resolved; `border` is reduced to its color. */
function rule(selector: string, page: Record<string, string>): Record<string, string> {
  const css = STYLES.split('\n').find((line) => line.startsWith(`${selector} {`)) ?? '';
  const declared = Array.from(
    css.matchAll(/([\w-]+): [^;]*?(?:var\(--(\w+)\)|(#[0-9a-f]+));/g),
    ([, name = '', variable = '', hex]) => [name, hex ?? page[variable] ?? ''],
  );
  return Object.fromEntries(declared) as Record<string, string>;
}

const contrast = (a = '', b = '') => contrastOf(a, b);

describe.each(PAGES)('on a %s page', (_, page) => {
  test('the primary button is visible and legible', () => {
    const { background, color } = rule('button.main', page);
    expect(contrast(background, page.ground)).toBeGreaterThan(OUTLINE);
    expect(contrast(color, background)).toBeGreaterThan(TEXT);
  });

  test('a secondary button has an outline and is legible', () => {
    const { border, background, color } = rule('button', page);
    expect(contrast(border, page.ground)).toBeGreaterThan(OUTLINE);
    expect(contrast(color, background)).toBeGreaterThan(TEXT);
  });

  test.each(['wallet_a', 'wallet_b'] as const)(
    'the button image of %s has an outline',
    (wallet) => {
      const [, outline] = /<rect [^>]*stroke="(#\w+)"/.exec(drawButton(wallet, 'en')) ?? [];
      expect(contrast(outline, page.ground)).toBeGreaterThan(OUTLINE);
    },
  );

  test('links and secondary text are legible', () => {
    for (const color of [page.link, page.soft, page.ink]) {
      expect(contrast(color, page.ground)).toBeGreaterThan(TEXT);
    }
  });
});
