import { readForPage } from '@/files/in-worker.ts'
import { readStory } from './story.ts'

readForPage(readStory)
