import { readForPage } from '@/files/in-worker.ts'
import { readContract } from './contract.ts'

readForPage(readContract)
