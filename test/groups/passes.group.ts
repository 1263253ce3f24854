import { requireTests } from './requireTests';

requireTests('passes');
