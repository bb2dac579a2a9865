import { apiQuery } from '#web/api/apiQuery.ts'
import { execucoesQuery, reguaQuery, relatorioDe } from '#web/cobranca/cobranca.queries.ts'
import { frasesDaEmpresaQuery } from '#web/frases/frases.queries.ts'
import { desempenhoQuery, exemploQuery, modelosQuery, periodoDe } from '#web/modelos/modelos.queries.ts'
import { type Filtros, idDe, paginaDe } from '#web/ui/filtros.ts'
import { conexaoQuery } from '#web/whatsapp/whatsapp.queries.ts'
import type { Prazos } from './guarda.ts'

export const guardaQuery = apiQuery(['guarda'], 'GET /api/admin/configuracoes/guarda', {})

/** What these limits would erase; one that is empty or invalid erases nothing. */
export const previaDaGuardaQuery = (prazos: Prazos) =>
  apiQuery(['guarda'], 'GET /api/admin/configuracoes/guarda/previa', {
    query: Object.fromEntries(Object.entries(prazos).filter(([, prazo]) => typeof prazo === 'number')),
  })

/** What each part of the screen reads; the templates are where it opens. */
export function dadosDasMensagens(filtros: Filtros) {
  const execucao = idDe(filtros.execucao)
  switch (filtros.aba) {
    case 'regua':
      return [reguaQuery, modelosQuery]
    case 'execucoes':
      return [execucao ? relatorioDe(execucao, filtros).pagina : execucoesQuery(paginaDe(filtros))]
    case 'desempenho':
      return [desempenhoQuery(periodoDe(filtros).dias), modelosQuery]
    case 'frases':
      return [frasesDaEmpresaQuery]
    case 'guarda':
      return [guardaQuery]
    case 'empresa':
      return [conexaoQuery]
    default:
      return [modelosQuery, reguaQuery, exemploQuery(idDe(filtros.cliente))]
  }
}
