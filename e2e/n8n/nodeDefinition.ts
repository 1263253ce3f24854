/** The TypeScript definition that n8n generates from a node's description for AI builders, as a builder reads it. */
import ts from 'typescript';

export type Values = Record<string, unknown>;

/** Finds an ID of an object of the account by the method that the definition names. */
type LookUp = (method: string, parameters: Values) => Promise<unknown>;

/** One parameter, or an entry of a collection. */
export interface Parameter {
  name: string;
  type: ts.TypeNode;
  isOptional: boolean;
  text: string;
}

export class NodeDefinition {
  /** The types of parameters by name: one per operation, or a single one. */
  readonly types: ReadonlyMap<string, Parameter[]>;

  constructor(definition: string) {
    const source = ts.createSourceFile('definition.ts', definition, ts.ScriptTarget.Latest, true);
    const types = new Map<string, Parameter[]>();
    for (const one of source.statements) {
      if (ts.isInterfaceDeclaration(one)) types.set(one.name.text, parametersIn(one.members));
      if (ts.isTypeAliasDeclaration(one) && ts.isTypeLiteralNode(one.type)) {
        types.set(one.name.text, parametersIn(one.type.members));
      }
    }
    this.types = new Map(
      [...types].filter(([name]) => /V1.*Params$/.test(name) && !/CUSTOM/.test(name)),
    );
  }

  /** The type that fits fixed values, e.g. a resource and an operation. */
  typeFor(values: Values): string {
    const fits = (parameters: Parameter[]) =>
      parameters.every(({ name, type }) => !isLiteral(type) || literal(type) === values[name]);
    const [name] = [...this.types].find(([, parameters]) => fits(parameters)) ?? [];
    if (name === undefined) throw new Error(`Not in the definition: ${JSON.stringify(values)}`);
    return name;
  }

  /**
   * Fills a type like a builder that knows nothing else: what is required, what is wished for, and a preview
   * instead of sending.
   * @param wishes values to use for parameters that the type has
   */
  async fill(typeName: string, wishes: Values, lookUp: LookUp): Promise<Values> {
    return await fillAll(this.types.get(typeName) ?? [], wishes, lookUp);
  }

  /** The paths of values that a type does not have. n8n's schemas ignore them. */
  unknownNames(typeName: string, values: Values): string[] {
    return unknownIn(values, this.types.get(typeName) ?? []);
  }
}

/** The literal values of a choice, e.g. of the events. */
export function choices({ type }: Pick<Parameter, 'type'>): unknown[] {
  const all = ts.isUnionTypeNode(type) ? type.types : [type];
  return all.filter(isLiteral).map(literal);
}

function parametersIn(members: ts.NodeArray<ts.TypeElement>): Parameter[] {
  return members.filter(ts.isPropertySignature).flatMap(({ name, type, questionToken, ...node }) =>
    type === undefined
      ? []
      : [
          {
            name: (name as ts.Identifier).text,
            type,
            isOptional: questionToken !== undefined,
            text: ((node as { jsDoc?: ts.JSDoc[] }).jsDoc ?? []).map((one) => one.getText()).join(),
          },
        ],
  );
}

async function fillAll(parameters: Parameter[], wishes: Values, lookUp: LookUp): Promise<Values> {
  const filled: Values = {};
  const defaults = Object.fromEntries(
    parameters.map(({ name, text }) => [name, /@default (.*)/.exec(text)?.[1]]),
  );
  for (const parameter of parameters) {
    const { name, isOptional, text } = parameter;
    const isVisible = isShown(text, { '@tool': false, ...defaults, ...filled });
    if (!isVisible && !isNamedByHint(name, parameters, filled)) continue;
    const isNeeded = !isOptional || name === 'previewOnly' || /\brequired\b/i.test(text);
    const allowed = choices(parameter);
    if (name in wishes && (allowed.length === 0 || allowed.includes(wishes[name]))) {
      filled[name] = isMapper(parameter) ? mapped(parameter, wishes[name]) : wishes[name];
    }
    if (isNeeded) filled[name] ??= await fillOne(parameter, filled, lookUp);
  }
  return filled;
}

async function fillOne({ type, text }: Parameter, filled: Values, lookUp: LookUp) {
  const method = /@(?:searchList|loadOptions)Method (\w+)/.exec(text)?.[1];
  const found = method && (await lookUp(method, filled));
  if (ts.isTypeLiteralNode(type)) {
    const entries = parametersIn(type.members);
    if (entries[0]?.name === '__rl') return { __rl: true, mode: 'id', value: found ?? 'unknown' };
    const groups = entries.map(async (one) => [one.name, [await fillElement(one.type, lookUp)]]);
    return Object.fromEntries(await Promise.all(groups)) as Values;
  }
  if (elementOf(type)) return [await fillElement(type, lookUp)];
  if (method) return found;
  const [first] = choices({ type });
  if (first !== undefined) return first;
  const kinds = type.getText();
  if (kinds.startsWith('boolean')) return true;
  if (kinds.startsWith('number')) return 1;
  // The example in the hint: `e.g. M-0042`.
  return /@builderHint .*?e\.g\. "?([^"\n]+)/.exec(text)?.[1] ?? 'Example';
}

/** The type of the entries of a list: `Array<{ … }>`, or `[{ … }]` if it needs one. */
function elementOf(type: ts.TypeNode): ts.TypeNode | undefined {
  if (ts.isTupleTypeNode(type)) return type.elements[0];
  return ts.isTypeReferenceNode(type) ? type.typeArguments?.[0] : undefined;
}

async function fillElement(list: ts.TypeNode, lookUp: LookUp): Promise<unknown> {
  const element = elementOf(list);
  if (element && ts.isTypeLiteralNode(element)) {
    return await fillAll(parametersIn(element.members), {}, lookUp);
  }
  return element && choices({ type: element })[0];
}

function unknownIn(values: Values, parameters: Parameter[]): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const parameter = parameters.find(({ name }) => name === key);
    if (!parameter) return [key];
    const { type } = parameter;
    const element = elementOf(type) ?? type;
    if (!ts.isTypeLiteralNode(element)) return [];
    const inside = parametersIn(element.members);
    // An expression can replace all of it.
    const objects = [value].flat().filter((one): one is Values => typeof one === 'object');
    return objects.flatMap((one) => unknownIn(one, inside).map((name) => `${key}.${name}`));
  });
}

function isMapper({ type }: Parameter): boolean {
  return type.getText().startsWith('ResourceMapperValue');
}

/** Values by field, in the form of the hint: `{ mappingMode: "defineBelow", value: { … } }`. */
function mapped({ text }: Parameter, value: unknown): Values {
  return { mappingMode: /mappingMode: "(\w+)", value: \{/.exec(text)?.[1], value };
}

/** Whether the conditions in a comment hold: `@displayOptions.show { identifyBy: ["externalId"] }`. */
function isShown(text: string, values: Values): boolean {
  const conditions = [...text.matchAll(/@displayOptions\.(show|hide) \{ (.*) \}/g)];
  return conditions.every(([, kind, all = '']) =>
    [...all.matchAll(/([@\w]+): (\[[^\]]*\])/g)].every(([, name = '', list = '[]']) => {
      const value = values[name];
      const isLocator = typeof value === 'object' && value !== null && 'value' in value;
      const isListed = (JSON.parse(list) as unknown[]).some(
        (one) => String(one) === String(isLocator ? value.value : value),
      );
      return isListed === (kind === 'show');
    }),
  );
}

/** Whether the hint of a choice names the parameter: `passUpdated (templateId, filters): When …`. */
function isNamedByHint(name: string, parameters: Parameter[], filled: Values): boolean {
  return parameters.some((one) => {
    const chosen = String(filled[one.name]);
    const [, names = ''] = new RegExp(` ${chosen} \\(([^)]*)\\)`).exec(one.text) ?? [];
    return names.split(', ').includes(name);
  });
}

function isLiteral(type: ts.TypeNode): type is ts.LiteralTypeNode {
  return ts.isLiteralTypeNode(type) && type.getText() !== 'null';
}

function literal(type: ts.TypeNode): unknown {
  const text = type.getText();
  return text.startsWith("'") ? text.slice(1, -1) : (JSON.parse(text) as unknown);
}
