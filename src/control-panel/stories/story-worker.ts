import { readForPage } from '@/lib/in-worker.ts'
import { readStory } from './story.ts'

readForPage(readStory)
