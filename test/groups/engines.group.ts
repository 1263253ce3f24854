import { requireTests } from './requireTests';

requireTests('engines');
