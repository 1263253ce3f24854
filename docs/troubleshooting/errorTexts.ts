import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { firstSentence } from '../markdown';
import type { Constants, PossibleText } from './evaluate';
import { UNKNOWN, combined, constants, evaluate, property } from './evaluate';

/**
 * The errors in the source code: their messages and hints. They are read from the syntax tree, because most of
 * them are created deep inside an operation.
 */

/** A message that the code creates. */
export interface ErrorText {
  /** Path of the source file. */
  file: string;
  line: number;
  message: string;
  /** Empty if the error has none. */
  hint: string;
  /** `ErrorFields.kind`, if it is set in the same place. */
  kind?: string;
}

/** An exception that is not created as an error for people. */
export interface OtherException {
  file: string;
  /** The code that creates it. */
  code: string;
}

/** The errors of some source files. */
export interface ScannedErrors {
  texts: ErrorText[];
  others: OtherException[];
}

/** Functions that return a message and its hint as one text. */
const TEXT_FUNCTIONS = ['testFailureText'];

/** Scans the TypeScript files of the folders. */
export function scanFolders(root: string, folders: readonly string[]): ScannedErrors {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, ...file.split(path.sep)))
      .filter((file) => file.endsWith('.ts') && !/(^|\/)(node_modules|dist|build)\//.test(file)),
  );
  return scanErrors(
    Object.fromEntries(
      files.sort().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
    ),
  );
}

/**
 * Scans source texts.
 * @param sources by path
 */
export function scanErrors(sources: Readonly<Record<string, string>>): ScannedErrors {
  const files = Object.entries(sources).map(([file, text]) =>
    ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true),
  );
  const exported = new Map(files.flatMap(({ statements }) => [...constants([...statements])]));
  const found: ScannedErrors = { texts: [], others: [] };
  for (const file of files) {
    visit(file, (node) => {
      if (isOtherException(node)) {
        found.others.push({ file: file.fileName, code: node.getText() });
      }
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      for (const created of errorsOf(node, exported)) {
        found.texts.push({ file: file.fileName, line, ...created });
      }
    });
  }
  return found;
}

function visit(node: ts.Node, handle: (node: ts.Node) => void): void {
  handle(node);
  ts.forEachChild(node, (child) => visit(child, handle));
}

type Created = Omit<ErrorText, 'file' | 'line'>;

/** The errors that a node creates. */
function errorsOf(node: ts.Node, exported: Constants): Created[] {
  const textsOf = (expression: ts.Expression | undefined) =>
    expression ? evaluate(expression, exported) : [NO_TEXT];

  if (ts.isObjectLiteralExpression(node)) {
    const hint = property(node, 'hint');
    if (!hint) return [];
    const problem = property(node, 'problem');
    if (problem)
      return created(labeled(UNLABELED, textsOf(problem)), textsOf(hint), 'invalidInput');
    const message = property(node, 'message') ?? keyOf(node);
    const kind = property(node, 'kind');
    return message ? created(textsOf(message), textsOf(hint), kind && textsOf(kind)[0]?.text) : [];
  }
  if (ts.isFunctionDeclaration(node) && TEXT_FUNCTIONS.includes(node.name?.text ?? '')) {
    return returnedTexts(node).flatMap((returned) => textsOf(returned).map(messageAndHint));
  }
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const args = node.arguments ?? [];
  switch (calledName(node)) {
    case 'invalidInput': {
      const [label, , problem, hint] = args;
      return created(labeled(textsOf(label), textsOf(problem)), textsOf(hint), 'invalidInput');
    }
    case 'InvalidValue':
    case 'refuse': {
      const [problem, hint] = args;
      return created(labeled(UNLABELED, textsOf(problem)), textsOf(hint), 'invalidInput');
    }
    case 'invalidDesign': {
      const [, problem, hint] = args;
      const messages = textsOf(problem).map((one) => ({
        ...one,
        text: `'Design (JSON)' is invalid at ${UNKNOWN}: ${one.text}`,
      }));
      return created(messages, textsOf(hint), 'invalidInput');
    }
    case 'with': {
      const message = objectProperty(args[0], 'message');
      const hasHint = objectProperty(args[0], 'hint') !== undefined;
      return message && !hasHint ? created(textsOf(message), [NO_TEXT]) : [];
    }
    case 'NodeOperationError': {
      const [, message, options] = args;
      return created(textsOf(message), textsOf(objectProperty(options, 'description')));
    }
    case 'ThrottledError':
      return textsOf(args[0]).map(messageAndHint);
    default:
      return [];
  }
}

const NO_TEXT: PossibleText = { text: '', conditions: {} };
const UNLABELED: PossibleText[] = [{ text: UNKNOWN, conditions: {} }];

function labeled(
  labels: readonly PossibleText[],
  problems: readonly PossibleText[],
): PossibleText[] {
  return combined(labels, problems, (label, problem, conditions) => ({
    text: `'${label.text}' ${problem.text}`,
    conditions,
  }));
}

function created(
  messages: readonly PossibleText[],
  hints: readonly PossibleText[],
  kind?: string,
): Created[] {
  return combined(messages, hints, (message, hint) => ({
    message: message.text,
    hint: hint.text,
    kind,
  }));
}

function messageAndHint({ text }: PossibleText): Created {
  const message = firstSentence(text);
  return { message: message.replace(/\.$/, ''), hint: text.slice(message.length).trim() };
}

/** `{ 'Threshold not reached': { hint: '…' } }`: a table of hints by message. */
function keyOf(node: ts.ObjectLiteralExpression): ts.Expression | undefined {
  const { parent } = node;
  return ts.isPropertyAssignment(parent) && ts.isStringLiteral(parent.name)
    ? parent.name
    : undefined;
}

function objectProperty(node: ts.Expression | undefined, key: string): ts.Expression | undefined {
  return node && ts.isObjectLiteralExpression(node) ? property(node, key) : undefined;
}

function returnedTexts(node: ts.FunctionDeclaration): ts.Expression[] {
  const returned: ts.Expression[] = [];
  visit(node, (one) => {
    if (ts.isReturnStatement(one) && one.expression) returned.push(one.expression);
  });
  return returned;
}

function calledName({ expression }: ts.CallExpression | ts.NewExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  // `fieldErrorFactory(label, key)(problem, hint)`
  return ts.isCallExpression(expression) && calledName(expression) === 'fieldErrorFactory'
    ? 'refuse'
    : '';
}

/** Classes whose instances are found by their arguments, or copy the texts of another error. */
const ERRORS_FOR_PEOPLE = [
  'ServiceError',
  'InvalidValue',
  'NodeOperationError',
  'NodeApiError',
  'ThrottledError',
];

function isOtherException(node: ts.Node): boolean {
  if (!ts.isNewExpression(node)) return false;
  const isThrown = ts.isThrowStatement(node.parent);
  const name = calledName(node);
  return !ERRORS_FOR_PEOPLE.includes(name) && (isThrown || name.endsWith('Error'));
}
