import { execucoesQuery, reguaQuery, relatorioDe } from '#web/cobranca/cobranca.queries.ts'
import { frasesDaEmpresaQuery } from '#web/frases/frases.queries.ts'
import { desempenhoQuery, exemploQuery, modelosQuery, periodoDe } from '#web/modelos/modelos.queries.ts'
import { type Filtros, idDe, paginaDe } from '#web/ui/filtros.ts'
import { conexaoQuery } from '#web/whatsapp/whatsapp.queries.ts'

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
    case 'empresa':
      return [conexaoQuery]
    default:
      return [modelosQuery, reguaQuery, exemploQuery(idDe(filtros.cliente))]
  }
}
