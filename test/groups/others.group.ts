import { requireTests } from './requireTests';

requireTests('others');
