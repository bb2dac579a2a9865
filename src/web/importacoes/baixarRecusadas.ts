import { baixarArquivo } from '#web/ui/baixarArquivo.ts'

/** The rows that were left out, each once with all its reasons beside it, to be mended and sent again. */
export const baixarRecusadas = (id: number) =>
  baixarArquivo('GET /api/operador/importacoes/:id/erros.csv', 'erros.csv', { id }, { por_linha: 1 })
