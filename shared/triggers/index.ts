import { badgeAdded } from './badgeAdded';
import { newPass } from './newPass';
import { newTemplate } from './newTemplate';
import { passAddedToWallet } from './passAddedToWallet';
import { passDateReached } from './passDateReached';
import { passExpiring } from './passExpiring';
import { passInactive } from './passInactive';
import { passNotAdded } from './passNotAdded';
import { passRemovedFromWallet } from './passRemovedFromWallet';
import { passUpdated } from './passUpdated';
import { passValueReached } from './passValueReached';
import { passVoided } from './passVoided';
import { stampCardCompleted } from './stampCardCompleted';
import type { Trigger } from './trigger';

/** All triggers, in the order of the event list. Both platforms are built from this. */
export const TRIGGERS: readonly Trigger[] = [
  newPass as Trigger,
  passAddedToWallet as Trigger,
  passRemovedFromWallet as Trigger,
  passNotAdded as Trigger,
  passUpdated as Trigger,
  passInactive as Trigger,
  passVoided as Trigger,
  passExpiring as Trigger,
  passDateReached as Trigger,
  passValueReached as Trigger,
  stampCardCompleted as Trigger,
  newTemplate as Trigger,
  badgeAdded as Trigger,
];
