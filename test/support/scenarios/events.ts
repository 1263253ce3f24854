import type { Fixture } from './scenario';
import { MISSING_TEMPLATE } from './operationCase';
import type { TriggerCase, TriggerScenario } from './triggerCase';

const DAY = 24 * 3_600_000;

/** What all triggers on the passes of a template have in common. */
export const OF_PASSES = {
  scopes: ['passes.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  invalid: [{ input: { templateId: '' }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
} as const satisfies Partial<TriggerCase>;

/** Three passes of a template, a day old; an event happens to one of them. */
export function seededPasses(
  { sandbox, api }: Fixture,
  template: 'loyalty' | 'stampCard' = 'loyalty',
) {
  const templateId = sandbox.templates[template];
  const { control } = sandbox;
  const [, id = ''] = control.seedPasses(templateId, 3, { from: control.now() - DAY });
  return {
    id,
    input: { templateId },
    change: (changes: object) => api('PATCH', '/pass', { id, ...changes }),
  };
}

/** An event of a pass that `change` causes, `undo` makes possible again, and `output` shows. */
export function changeEvent(
  change: object,
  undo: object,
  output: object,
  template?: 'loyalty' | 'stampCard',
): (fixture: Fixture) => TriggerScenario {
  return (fixture) => {
    const pass = seededPasses(fixture, template);
    return {
      input: pass.input,
      async event() {
        await pass.change(change);
        return { n8n: { id: pass.id, ...output } };
      },
      undo: () => pass.change(undo),
    };
  };
}
