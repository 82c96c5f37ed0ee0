import { readForPage } from '@/lib/in-worker.ts'
import { readContract } from './contract.ts'

readForPage(readContract)
