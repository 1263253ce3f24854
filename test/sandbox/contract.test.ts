import { accessRules, keyRules } from './access.rules';
import { badgeRules } from './badges.rules';
import { testRules } from './contract';
import { useSandbox } from './harness';
import { passRules } from './passes.rules';
import { refusalRules } from './refusals.rules';
import { templateRules } from './templates.rules';

const h = useSandbox();

describe('access', () => testRules(h, accessRules));
describe('refusals', () => testRules(h, refusalRules));
describe('API keys', () => testRules(h, keyRules));
describe('passes', () => testRules(h, passRules));
describe('templates', () => testRules(h, templateRules));
describe('access badges', () => testRules(h, badgeRules));
