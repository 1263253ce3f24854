import { extraScopes } from '../../shared/operations/extraScopes';

/** `requires the scope scanning.stamp`; `undefined` if a key of the dashboard's default preset is enough. */
export function requiredScopes(declaration: Parameters<typeof extraScopes>[0]): string | undefined {
  const extra = extraScopes(declaration);
  return extra && `${extra.byDefault ? 'by default, ' : ''}requires ${extra.text}`;
}
