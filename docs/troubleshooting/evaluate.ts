import ts from 'typescript';

/** Evaluates expressions for texts in the source code, as far as that is possible without running it. */

/** Replaces everything that is only known at run time. */
export const UNKNOWN = '…';

/** One text that an expression can have. */
export interface PossibleText {
  text: string;
  /** The conditions under which it has it, by their code. */
  conditions: Readonly<Record<string, boolean>>;
}

/** Initial values of constants, by name. */
export type Constants = ReadonlyMap<string, ts.Expression>;

/**
 * Every text that an expression can have. Of a part that may be empty, only the text is taken.
 * @param exported constants of other files
 */
export function evaluate(expression: ts.Expression, exported: Constants): PossibleText[] {
  const textsOf = (one: ts.Expression) => evaluate(one, exported);
  if (ts.isStringLiteralLike(expression)) return [possible(expression.text)];
  if (ts.isTemplateExpression(expression)) {
    return expression.templateSpans.reduce(
      (starts, { expression: part, literal }) =>
        concatenated(concatenated(starts, textsOf(part)), [possible(literal.text)]),
      [possible(expression.head.text)],
    );
  }
  if (ts.isParenthesizedExpression(expression)) return textsOf(expression.expression);
  if (ts.isConditionalExpression(expression)) {
    return eitherOf(
      expression.condition.getText(),
      textsOf(expression.whenTrue),
      textsOf(expression.whenFalse),
    );
  }
  if (isQuoted(expression)) return [possible(`'${UNKNOWN}'`)];
  const value = valueOf(expression, exported);
  return value ? textsOf(value) : [possible(UNKNOWN)];
}

/** Whether it is a call of `quoted`. */
function isQuoted(expression: ts.Expression): boolean {
  return ts.isCallExpression(expression) && expression.expression.getText() === 'quoted';
}

/** All combinations of two values whose conditions do not exclude each other. */
export function combined<T extends Pick<PossibleText, 'conditions'>, R>(
  first: readonly PossibleText[],
  second: readonly T[],
  result: (first: PossibleText, second: T, conditions: PossibleText['conditions']) => R,
): R[] {
  return first.flatMap((a) =>
    second
      .filter((b) =>
        Object.entries(a.conditions).every(([key, is]) => (b.conditions[key] ?? is) === is),
      )
      .map((b) => result(a, b, { ...a.conditions, ...b.conditions })),
  );
}

/** The value of a property of an object literal. */
export function property(
  literal: ts.ObjectLiteralExpression,
  key: string,
): ts.Expression | undefined {
  for (const one of literal.properties) {
    if (one.name?.getText() !== key) continue;
    if (ts.isPropertyAssignment(one)) return one.initializer;
    if (ts.isShorthandPropertyAssignment(one)) return one.name;
  }
  return undefined;
}

/** The constants that statements declare, with those taken from an object: `const { hint } = MISSING`. */
export function constants(statements: readonly ts.Statement[]): Constants {
  const declarations = statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
  return new Map(
    declarations.flatMap(({ name, initializer }): [string, ts.Expression][] => {
      if (!initializer) return [];
      if (ts.isIdentifier(name)) return [[name.text, initializer]];
      return name.elements.flatMap((element): [string, ts.Expression][] => {
        if (!ts.isBindingElement(element) || !ts.isIdentifier(element.name)) return [];
        const part = ts.factory.createPropertyAccessExpression(initializer, element.name);
        return [[element.name.text, part]];
      });
    }),
  );
}

function possible(text: string): PossibleText {
  return { text, conditions: {} };
}

function concatenated(
  starts: readonly PossibleText[],
  ends: readonly PossibleText[],
): PossibleText[] {
  return combined(starts, ends, (start, end, conditions) => ({
    text: start.text + end.text,
    conditions,
  }));
}

function eitherOf(
  condition: string,
  whenTrue: readonly PossibleText[],
  whenFalse: readonly PossibleText[],
): PossibleText[] {
  const isEmpty = (texts: readonly PossibleText[]) => texts.every(({ text }) => text === '');
  if (isEmpty(whenTrue)) return [...whenFalse];
  if (isEmpty(whenFalse)) return [...whenTrue];
  const under = (is: boolean) => (one: PossibleText) => ({
    ...one,
    conditions: { ...one.conditions, [condition]: is },
  });
  return [...whenTrue.map(under(true)), ...whenFalse.map(under(false))];
}

/** The value of a name, or of a property of a constant. */
function valueOf(expression: ts.Expression, exported: Constants): ts.Expression | undefined {
  if (ts.isIdentifier(expression)) {
    const value = declaredValue(expression, exported);
    return value === expression ? undefined : value;
  }
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.name)) {
    return undefined;
  }
  const object = valueOf(expression.expression, exported);
  return object && ts.isObjectLiteralExpression(object)
    ? property(object, expression.name.text)
    : undefined;
}

/** From the nearest block around the name that declares it, the default of a parameter, or another file. */
function declaredValue(name: ts.Identifier, exported: Constants): ts.Expression | undefined {
  for (let node: ts.Node = name; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isFunctionLike(node)) {
      const parameter = node.parameters.flatMap(bindings).find((one) => one.name === name.text);
      if (parameter) return isEmptyText(parameter.preset) ? undefined : parameter.preset;
    }
    if (ts.isBlock(node)) {
      const value = constants([...node.statements]).get(name.text);
      if (value) return value;
    }
  }
  const ofFile = constants([...name.getSourceFile().statements]).get(name.text);
  return ofFile ?? exported.get(name.text);
}

function isEmptyText(expression: ts.Expression | undefined): boolean {
  return expression !== undefined && ts.isStringLiteral(expression) && expression.text === '';
}

/** The names that a parameter declares, with their defaults. */
function bindings({
  name,
  initializer: preset,
}: ts.ParameterDeclaration | ts.BindingElement): { name: string; preset?: ts.Expression }[] {
  if (ts.isIdentifier(name)) return [{ name: name.text, preset }];
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? bindings(one) : []));
}
