import { STATEMENTS, type Refusal, UNKNOWN } from '../../check-service/statements';
import { issue, send, type Rule, type Step } from './contract';

const isRefusal = (asks: string | Refusal): asks is Refusal => typeof asks !== 'string';

const idsOfStatements: Step = ({ values }) => {
  Object.assign(values, { unknown: UNKNOWN, template: values.generic, pass: values.id });
};
const keys: Record<NonNullable<Refusal['key']>, object> = {
  'made up': { key: UNKNOWN },
  'as Bearer': { headers: { Authorization: 'Bearer $fullAccess' } },
};

/** What `npm run check:service` asks of a live service, too. */
export const refusalRules: readonly Rule[] = STATEMENTS.flatMap(({ says, asks }): Rule[] => {
  if (!isRefusal(asks)) return [];
  const { request, body, key, status, error } = asks;
  return [
    [
      says,
      issue(),
      idsOfStatements,
      send(request, body, key && keys[key])
        .gives(status)
        .as('refused'),
      ({ values }) => {
        const refused = values.refused as { error: string; code?: string };
        const isExpected = (beginning: string) =>
          refused.error.startsWith(beginning) || refused.code === beginning;
        expect(error.filter(isExpected)).toHaveLength(1);
      },
    ],
  ];
});
