import { readForPage } from '@/files/in-worker.ts'
import { readWorldFile } from './world-file.ts'

readForPage(readWorldFile)
