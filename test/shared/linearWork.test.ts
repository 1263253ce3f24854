/**
 * A sheet or a template of any size must not keep the processor busy. These tests count work, because time
 * depends on the machine.
 */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { FIELD_PARTS, type DesignField, type ShownField } from '../../shared/design/fields';
import { assignFieldIds } from '../../shared/design/fieldIds';
import { nearestField } from '../../shared/design/fieldNames';
import { routeFieldValues } from '../../shared/design/routing';
import { invalidInput } from '../../shared/errors/serviceError';
import { thrownBy } from '../support/failures';
import { hardTexts, regexSteps } from '../support/regexSteps';

const ROOT = join(__dirname, '../..');

describe('regular expressions', () => {
  const LENGTH = 400;
  /** Linear ones take up to about 20 steps for each character, quadratic ones about half the length. */
  const STEPS_PER_CHARACTER = 40;

  const isLinear = (regex: RegExp) =>
    hardTexts(regex, LENGTH).every((text) => {
      const limit = STEPS_PER_CHARACTER * text.length;
      return regexSteps(regex, text, limit) <= limit;
    });

  it.each([/0+$/, /\/+$/, /^\s*-?\s*$/, /no mail|mail.* sent/i, /(["'])(?:.*?)"\]/g])(
    '%p is known to be quadratic',
    (regex) => {
      expect(isLinear(regex)).toBe(false);
    },
  );

  it.each([/^0+/, /^\s*-?\d+(\.\d+)?\s*$/, /[^\p{L}]+/gu, /(["'])[^"']*["']/g])(
    '%p is known to be linear',
    (regex) => {
      expect(isLinear(regex)).toBe(true);
    },
  );

  it.each(publishedRegexes())('%p in %s takes linear work', (regex) => {
    expect(isLinear(regex)).toBe(true);
  });
});

/** Every regular expression of the published code, with its file. */
function publishedRegexes(): [RegExp, file: string][] {
  return ['credentials', 'nodes', 'shared', 'zapier'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => regexesIn(join(folder, file))),
  );
}

function regexesIn(file: string): [RegExp, file: string][] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: [RegExp, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push([new RegExp(node.text.slice(1, end), node.text.slice(end + 1)), file]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** Objects whose names count how often they are read. */
function counted<T extends object>(objects: readonly T[]): { objects: T[]; reads: () => number } {
  let reads = 0;
  return {
    objects: objects.map(
      (one) =>
        new Proxy(one, {
          get(target, key) {
            reads += 1;
            return Reflect.get(target, key) as unknown;
          },
        }),
    ),
    reads: () => reads,
  };
}

describe('a template with 2,000 fields', () => {
  const FIELDS = 2000;
  const field = (i: number): DesignField => ({
    id: `field${i}`,
    label: `Field ${i}`,
    valueGroup: 'customFields',
    place: 'row',
  });
  const template = () => counted(Array.from({ length: FIELDS }, (_, i) => field(i)));

  it('finds the fields of many columns in linear work', () => {
    const { objects: fields, reads } = template();
    const values = Object.fromEntries(
      Array.from({ length: FIELDS }, (_, i) => [i % 2 ? `field${i}` : `FIELD ${i}`, i]),
    );
    for (let row = 0; row < 3; row += 1) {
      const { customFields } = routeFieldValues({ fields }, values);
      expect(Object.keys(customFields)).toHaveLength(FIELDS);
    }
    expect(reads()).toBeLessThan(40 * FIELDS);
  });

  it('suggests a field for the first unknown columns only, once for all rows', () => {
    const { objects: fields, reads } = template();
    const values = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`feild${i}`, i]));
    for (let row = 0; row < 3; row += 1) {
      const { message, hint } = thrownBy(() => routeFieldValues({ fields }, values));
      expect(message).toContain("'feild999'");
      expect(hint).toContain("Did you mean 'field7' (Field 7)?");
      expect(hint).toContain('field99 and 1900 more');
      expect(hint.length).toBeLessThan(200_000);
    }
    // 1,000 columns x 2,000 fields x 3 rows would be 6 million.
    expect(reads()).toBeLessThan(1_000_000);
  });

  it('compares no long names', () => {
    const long = 'x'.repeat(1000);
    const fields = [{ ...field(0), label: long }, field(1)];
    expect(nearestField(fields, long)).toBeUndefined();
    expect(nearestField(fields, 'Feild 1')?.id).toBe('field1');
  });

  it('keeps the IDs of its fields in linear work', () => {
    const { objects: shown, reads } = counted(
      Array.from({ length: FIELDS }, (_, i): ShownField => ({
        part: 'linkRows',
        path: `linkRows.${i}`,
        id: `field${i}`,
        label: `Field ${i}`,
      })),
    );
    const drafts = shown.map(({ part, label }, i) => ({
      part,
      path: `linkRows.${i + 1}`,
      label,
      createError: (problem: string, hint: string) => invalidInput('Label', 'label', problem, hint),
    }));
    const ids = assignFieldIds(drafts, new Set(FIELD_PARTS), shown);
    expect(drafts.every((draft, i) => ids.get(draft) === `field${i}`)).toBe(true);
    expect(reads()).toBeLessThan(40 * FIELDS);
  });
});
