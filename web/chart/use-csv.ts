import { type Cell, csvText } from '#web/ui/csv.ts'
import { download, fileName } from '#web/ui/download.ts'
import { useOffer } from './answer-place.ts'

/**
 * Returns a function that saves the table of an answer as a CSV file. The function is also offered to the
 * element around the answer, such as the menu of a tile.
 */
export function useCsv(name: string, rowsOf: () => readonly (readonly Cell[])[]): () => void {
  const saveCsv = () =>
    download(new Blob([csvText(rowsOf())], { type: 'text/csv;charset=utf-8' }), fileName(name, 'csv'))
  useOffer({ saveCsv })
  return saveCsv
}
