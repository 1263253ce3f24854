import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';

/** Continues a match at an index; false sends the matcher back to its last choice. */
type Continue = (index: number) => boolean;
type Matcher = (index: number, next: Continue) => boolean;

/** More steps than any linear expression takes for the text. */
class TooManySteps extends Error {}

/**
 * Counts the steps that a backtracking engine, such as that of JavaScript, takes to find all matches in a text.
 * A step tries one element of the expression at one index. Stops counting after `atMost` steps.
 */
export function regexSteps(regex: RegExp, text: string, atMost: number): number {
  let steps = 0;
  const flags = regex.flags.replace(/[gy]/g, '');
  const start = matcher(parseRegExpLiteral(regex).pattern);

  function count(): void {
    steps += 1;
    if (steps > atMost) throw new TooManySteps();
  }

  function alternatives(all: readonly AST.Alternative[]): Matcher {
    const matchers = all.map(({ elements }) => sequence(elements));
    return (index, next) => matchers.some((match) => match(index, next));
  }

  function sequence(elements: readonly AST.Element[]): Matcher {
    return elements.map(matcher).reduceRight<Matcher>(
      (rest, match) => (index, next) => match(index, (end) => rest(end, next)),
      (index, next) => next(index),
    );
  }

  function matcher(node: AST.Element | AST.Pattern): Matcher {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        return alternatives(node.alternatives);
      case 'Quantifier':
        return quantifier(node, matcher(node.element));
      case 'Character':
      case 'CharacterClass':
      case 'CharacterSet': {
        const isMatch = characterTest(node.raw, flags);
        return (index, next) => {
          count();
          const character = characterAt(text, index, flags);
          return isMatch(character) && next(index + character.length);
        };
      }
      case 'Assertion': {
        if (node.kind === 'lookbehind') break;
        if (node.kind === 'lookahead') {
          const ahead = alternatives(node.alternatives);
          return (index, next) => ahead(index, () => true) !== node.negate && next(index);
        }
        const assertion = new RegExp(node.raw, `${flags}y`);
        return (index, next) => {
          count();
          assertion.lastIndex = index;
          return assertion.test(text) && next(index);
        };
      }
    }
    throw new Error(`${regex.source}: ${node.type} is not supported; use a simpler expression`);
  }

  function quantifier({ min, max, greedy }: AST.Quantifier, match: Matcher): Matcher {
    const repeat = (times: number, index: number, next: Continue): boolean => {
      const more = () =>
        times < max &&
        match(index, (end) => (end > index || times < min) && repeat(times + 1, end, next));
      const enough = () => times >= min && next(index);
      return greedy ? more() || enough() : enough() || more();
    };
    return (index, next) => repeat(0, index, next);
  }

  try {
    for (let index = 0; index <= text.length;) {
      let end = -1;
      const isFound = start(index, (at) => {
        end = at;
        return true;
      });
      if (isFound && !regex.global) break;
      index = Math.max(index + 1, end);
    }
  } catch (thrown) {
    if (!(thrown instanceof TooManySteps)) throw thrown;
  }
  return steps;
}

/**
 * Texts that make an expression with ambiguous repetitions work hard: what it begins to match, over and over, and
 * each of its repetitions many times. All end with a character that does not match.
 * @param length about how long the texts are
 */
export function hardTexts(regex: RegExp, length: number): string[] {
  const { pattern } = parseRegExpLiteral(regex);
  const nodes = nodesIn(pattern);
  const example = (through: AST.Node) => exampleOf(pattern, regex.flags, { through, length });
  const beginnings = nodes
    .filter(({ type }) => type === 'Alternative')
    .map(example)
    .flatMap((text) => Array.from(text, (_, i) => text.slice(0, i + 1)));
  const repeated = nodes.filter(isUnbounded).map(example);
  return [
    ...beginnings.map((text) => text.repeat(Math.ceil(length / text.length))),
    ...repeated,
    ...repeated.map((text) => text.slice(0, -1)),
  ].map((text) => `${text}\u0000`);
}

/** What an example must match: an alternative, or a repetition, which then occurs many times. */
interface Goal {
  through: AST.Node;
  length: number;
}

/** A text that the expression matches, with all other repetitions once. */
function exampleOf(node: AST.Element | AST.Pattern, flags: string, goal: Goal): string {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup': {
      const [first, ...others] = node.alternatives;
      const chosen = others.find((other) => nodesIn(other).includes(goal.through)) ?? first;
      return (chosen?.elements ?? []).map((element) => exampleOf(element, flags, goal)).join('');
    }
    case 'Quantifier': {
      const times = node === goal.through ? goal.length : Math.max(1, node.min);
      return exampleOf(node.element, flags, goal).repeat(times);
    }
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet': {
      const isMatch = characterTest(node.raw, flags.replace(/[gy]/g, ''));
      return CHARACTERS.find(isMatch) ?? '';
    }
    default:
      return '';
  }
}

/** At least one for every class of characters. */
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(126 - i)),
  ...['\n', 'é', '\u0301', '\ud83d'],
];

function isUnbounded(node: AST.Node): boolean {
  return node.type === 'Quantifier' && node.max === Infinity;
}

/** A node and all nodes inside it. */
function nodesIn(node: AST.Node): AST.Node[] {
  return [node, ...childrenOf(node).flatMap(nodesIn)];
}

function childrenOf(node: AST.Node): readonly AST.Node[] {
  if (node.type === 'Quantifier') return [node.element];
  if ('alternatives' in node) return node.alternatives;
  return node.type === 'Alternative' ? node.elements : [];
}

function characterTest(raw: string, flags: string): (character: string) => boolean {
  const regex = new RegExp(`^${raw}$`, flags);
  return (character) => regex.test(character);
}

function characterAt(text: string, index: number, flags: string): string {
  const codePoint = text.codePointAt(index);
  if (codePoint === undefined) return '';
  return flags.includes('u') ? String.fromCodePoint(codePoint) : (text[index] ?? '');
}
