import type { ResultadoCsv } from '#contract/importacoes.ts'
import { numero, plural } from '#web/ui/formatos.ts'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { ErrosPorCausa } from './ErrosPorCausa.tsx'
import { EsperaAdministrador } from './EsperaAdministrador.tsx'
import type { Frases } from './frases.ts'

export function frasesDoCsv({ importados, atualizados, contas_criadas, ignorados }: ResultadoCsv): Frases {
  const mudou = importados + atualizados + contas_criadas > 0
  const partes = [
    importados > 0 && plural(importados, 'cliente novo', 'clientes novos'),
    atualizados > 0 && plural(atualizados, 'atualizado', 'atualizados'),
  ].filter(Boolean)
  return {
    mudou,
    titulo: mudou
      ? partes.join(' e ') || plural(contas_criadas, 'conta nova', 'contas novas')
      : 'Nada mudou: tudo já estava como no arquivo',
    texto:
      contas_criadas > 0
        ? `${plural(contas_criadas, 'conta em aberto entrou', 'contas em aberto entraram')}. A régua lembra cada uma no seu dia.`
        : ignorados > 0
          ? `${plural(ignorados, 'linha', 'linhas')} sem mudança.`
          : 'Nenhuma conta veio no arquivo.',
  }
}

export const TotaisDoCsv = ({ resultado }: { resultado: ResultadoCsv }) => (
  <KpiStrip
    rotulo="Linhas da importação"
    itens={[
      { rotulo: 'Clientes novos', figura: numero(resultado.importados) },
      { rotulo: 'Atualizados', figura: numero(resultado.atualizados) },
      { rotulo: 'Sem mudança', figura: numero(resultado.ignorados) },
      { rotulo: 'Contas criadas', figura: numero(resultado.contas_criadas) },
    ]}
  />
)

export const AtencaoDoCsv = ({ resultado }: { resultado: ResultadoCsv }) => (
  <>
    <EsperaAdministrador resultado={resultado} />
    <ErrosPorCausa resultado={resultado} />
  </>
)
