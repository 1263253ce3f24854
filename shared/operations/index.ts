import { account } from './account';
import { apiKey } from './apiKey';
import { badge } from './badge';
import { badgeHolder } from './badgeHolder';
import { badgeInvite } from './badgeInvite';
import { badgePass } from './badgePass';
import { balance } from './balance';
import { file } from './file';
import type { Operation, Resource } from './operation';
import { pass } from './pass';
import { stampCard } from './stampCard';
import { template } from './template';

export type { Resource } from './operation';

/** All operations by resource, in the order of n8n's list. Both platforms are built from this. */
export const RESOURCES: readonly Resource[] = [
  pass,
  account,
  apiKey,
  badge,
  badgeHolder,
  badgeInvite,
  badgePass,
  balance,
  file,
  stampCard,
  template,
];

export const OPERATIONS: readonly Operation[] = RESOURCES.flatMap(
  (resource) => resource.operations,
);
