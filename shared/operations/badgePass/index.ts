import type { Resource } from '../operation';
import { find } from './find';
import { refresh } from './refresh';
import { resume } from './resume';
import { revoke } from './revoke';
import { suspend } from './suspend';

export const badgePass: Resource = {
  key: 'badgePass',
  label: 'Badge Pass',
  description: "Access badge in a person's wallet",
  operations: [find, suspend, resume, revoke, refresh],
};
