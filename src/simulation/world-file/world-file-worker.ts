import { readForPage } from '@/lib/in-worker.ts'
import { readWorldFile } from './world-file.ts'

readForPage(readWorldFile)
