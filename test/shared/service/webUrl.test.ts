import type { ZodTypeAny } from 'zod';

import { linksOutput } from '../../../shared/operations/pass/output';
import {
  holderListSchema,
  inviteListSchema,
  inviteSchema,
} from '../../../shared/service/badgeSchemas';
import { fileSchema } from '../../../shared/service/fileSchema';
import {
  passLinksSchema,
  passPageSchema,
  passSearchSchema,
  resentSchema,
} from '../../../shared/service/schemas';

const row = (link: unknown) => ({ id: 'ps_1', created: 1, link });
const perWallet = (link: unknown) => ({ wallet_a: link, wallet_b: link });

/** The responses with URLs, with the same one everywhere. */
const RESPONSES: [name: string, schema: ZodTypeAny, body: (url: unknown) => unknown][] = [
  ['a pass', passLinksSchema, (link) => ({ id: 'ps_1', link, pass: perWallet(link), badge: perWallet(link) })],
  ['a list of passes', passPageSchema, (link) => ({ passes: [row(link)] })],
  ['found passes', passSearchSchema, (link) => [row(link)]],
  ['a resend', resentSchema, (link) => ({ success: true, link })],
  ['a file', fileSchema, (url) => ({ id: 'f', url, source_url: url, variants: { '1x': url } })],
  ['an invite', inviteSchema, (url) => ({ url })],
  ['invites', inviteListSchema, (url) => [{ url }]],
  ['badge holders', holderListSchema, (inviteUrl) => ({ users: [{ id: 'u', inviteUrl }] })],
]; // prettier-ignore

/** All texts in a value, however deep. */
const texts = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [value];

describe.each(RESPONSES)('the URLs of %s', (_name, schema, body) => {
  it.each(['https://passes.example.com/p/1', 'HTTP://passes.example.com/p/1?a=b#c'])(
    'are kept: %s',
    (url) => {
      expect(schema.parse(body(url))).toEqual(body(url));
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'passes.example.com/p/1',
    '//passes.example.com/p/1',
    'https://',
    ' javascript:alert("https://a.example")',
    '',
    null,
  ])('count as missing: %j', (url) => {
    const parsed: unknown = schema.parse(body(url));
    expect(texts(parsed)).not.toContain(url);
    expect(texts(parsed)).toContain(undefined);
  });
});

it('a link that is none is not in the output of a pass', () => {
  const { link, ...rest } = { id: 'ps_1', link: 'javascript:alert(1)', deviceCount: 1 };
  const withLink = passLinksSchema.parse({ ...rest, link, pass: perWallet(link) });
  expect(linksOutput(withLink)).toEqual({ ...rest, installed: true });
});
