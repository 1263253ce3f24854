import type { Resource } from '../operation';
import { refresh } from './refresh';
import { resume } from './resume';
import { revoke } from './revoke';
import { suspend } from './suspend';

export const badgePass: Resource = {
  key: 'badgePass',
  label: 'Badge Pass',
  operations: [suspend, resume, revoke, refresh],
};
