import { requireTests } from './requireTests';

requireTests('shared');
