import { z } from 'zod'

export const ProjectPath = z.object({
  project_id: z.string().describe('The number of a project, or `@current` for the first that the key opens.'),
})
export const InsightPath = ProjectPath.extend({
  id: z.string().describe('The number of an insight, or its short id.'),
})
