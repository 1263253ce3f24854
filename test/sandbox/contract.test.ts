import { accessRules, keyRules } from './access.rules';
import { badgeRules } from './badges.rules';
import { testRules } from './contract';
import { useSandbox } from './harness';
import { passRules } from './passes.rules';
import { refusalRules } from './refusals.rules';
import { templateRules } from './templates.rules';

testRules(useSandbox(), [
  ...[...accessRules, ...refusalRules, ...keyRules],
  ...[...passRules, ...templateRules, ...badgeRules],
]);
