import { newPass } from './newPass';
import type { Trigger } from './trigger';

/** Every event there is. Both platforms are built from this. */
export const TRIGGERS: readonly Trigger[] = [newPass as Trigger];
