import { requireTests } from './requireTests';

requireTests('faults');
