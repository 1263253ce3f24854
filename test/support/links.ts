/** Checks links to files and headings of this repository. Links to other hosts are not fetched. */

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import type { MarkedToken, Token } from 'marked';

/** A link that leads nowhere, with the file that contains it. */
interface BrokenLink {
  file: string;
  link: string;
  problem: 'no such file' | 'no such heading' | 'not the branch main';
}

/** The links that were found, and those of them that are broken. */
interface CheckedLinks {
  count: number;
  broken: BrokenLink[];
}

const REPOSITORY = 'https://github.com/wallet-pass-connectors/n8n-nodes-wallet-pass';
const SKIPPED = ['node_modules', 'dist', 'build', 'coverage', '.git'];
const TEXT_FILE = /\.(md|[cm]?[jt]s|json|ya?ml)$/;

/** The files of a repository, as paths below its root. */
export function repositoryFiles(root: string, folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : repositoryFiles(root, file);
    return entry.isFile() ? [file] : [];
  });
}

/** Those that people write or read. */
export function textFiles(root: string): string[] {
  return repositoryFiles(root).filter((file) => TEXT_FILE.test(file));
}

/**
 * Checks the links of Markdown files, and in all files references such as `docs/service.md#errors` and
 * URLs of this repository.
 */
export async function checkLinks(root: string, files: readonly string[]): Promise<CheckedLinks> {
  const markdown = await markdownReader();
  const anchorsOf = cached((file: string) => markdown.anchors(read(root, file)));

  function problemOf({ target, anchor }: Target): BrokenLink['problem'] | undefined {
    const found = path.join(root, target);
    if (target.startsWith('..') || !existsSync(found)) return 'no such file';
    if (anchor === undefined) return undefined;
    const page = statSync(found).isDirectory() ? path.posix.join(target, 'README.md') : target;
    if (!page.endsWith('.md') || !existsSync(path.join(root, page))) return 'no such heading';
    return anchorsOf(page).has(anchor) ? undefined : 'no such heading';
  }

  const links = files.flatMap((file) => {
    const text = read(root, file);
    const written = [...urlsIn(text), ...referencesIn(text)];
    const linked = file.endsWith('.md') ? markdown.links(text) : [];
    return [
      ...written.map((link) => ({ file, link, target: repositoryTarget(link) })),
      ...linked.flatMap((link) => {
        const target = relativeTarget(file, link);
        return target ? [{ file, link, target }] : [];
      }),
    ];
  });
  const broken = links.flatMap(({ file, link, target }) => {
    const problem = target === 'wrongBranch' ? 'not the branch main' : problemOf(target);
    return problem === undefined ? [] : [{ file, link, problem } satisfies BrokenLink];
  });
  return { count: links.length, broken };
}

/** A path below the root, and a heading in it. */
interface Target {
  target: string;
  anchor?: string;
}

/** A link of a page to a file or heading of the repository; `undefined` for a URL. */
function relativeTarget(file: string, link: string): Target | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(link)) return undefined;
  const { page, anchor } = split(link);
  if (page === '') return { target: file, anchor };
  return { target: path.posix.join(path.posix.dirname(file), decodeURI(page)), anchor };
}

/** URLs that show a file of the repository, or its README. */
function urlsIn(text: string): string[] {
  return [...text.matchAll(/https:\/\/github\.com\/[\w-]+\/[\w-]+[\w/.#-]*/g)]
    .map(([url]) => url.replace(/[.]+$/, ''))
    .filter((url) => url.startsWith(REPOSITORY))
    .filter((url) => /^(#|$|\/(blob|tree|raw)\/)/.test(url.slice(REPOSITORY.length)));
}

/** References in comments and texts, relative to the root: `docs/service.md#errors`. */
function referencesIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./-])docs\/[\w./-]+\.md(#[\w-]+)?/g)].map(([found]) => found);
}

function repositoryTarget(link: string): Target | 'wrongBranch' {
  if (!link.startsWith(REPOSITORY)) {
    const { page, anchor } = split(link);
    return { target: page, anchor };
  }
  const { page, anchor } = split(link.slice(REPOSITORY.length));
  const [, branch, file = ''] = /^\/(?:blob|tree|raw)\/([^/]+)\/?(.*)$/.exec(page) ?? [];
  if (branch !== undefined && branch !== 'main') return 'wrongBranch';
  if (file !== '') return { target: file, anchor };
  // GitHub's name for the README below the list of files.
  return { target: 'README.md', anchor: anchor === 'readme' ? undefined : anchor };
}

function split(link: string): { page: string; anchor?: string } {
  const at = link.indexOf('#');
  return at < 0 ? { page: link } : { page: link.slice(0, at), anchor: link.slice(at + 1) };
}

/** Reads links and anchors from Markdown, as GitHub does. Both libraries are ES modules. */
async function markdownReader() {
  const [{ Marked }, { default: Slugger }] = await Promise.all([
    import('marked'),
    import('github-slugger'),
  ]);
  const marked = new Marked();
  const tokensOf = (text: string): MarkedToken[] => {
    const all: Token[] = [];
    void marked.walkTokens(marked.lexer(text), (token) => void all.push(token));
    return all as MarkedToken[];
  };
  return {
    links: (text: string): string[] =>
      tokensOf(text).flatMap((token) => {
        if (token.type === 'link' || token.type === 'image') return [token.href];
        return token.type === 'html' ? attributes(token.text, 'href|src') : [];
      }),
    anchors: (text: string): Set<string> => {
      const slugger = new Slugger();
      return new Set(
        tokensOf(text).flatMap((token) => {
          if (token.type === 'heading') return [slugger.slug(plainText(token.tokens))];
          return token.type === 'html' ? attributes(token.text, 'id|name') : [];
        }),
      );
    },
  };
}

function attributes(html: string, names: string): string[] {
  return [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]+)"`, 'g'))].map(
    ([, value = '']) => value,
  );
}

/** The text that a heading shows, without its markup. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? plainText(token.tokens)
        : 'text' in token
          ? String(token.text)
          : '',
    )
    .join('');
}

function read(root: string, file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function cached<T>(valueOf: (key: string) => T): (key: string) => T {
  const values = new Map<string, T>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = valueOf(key);
    values.set(key, value);
    return value;
  };
}
