import type { MotivoDecisao } from '#domain/decisao.ts'
import { ROTULOS_DA_DECISAO as MOTIVOS } from '#domain/explicacao.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { numero } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

interface Props {
  relatorio: Resposta<'GET /api/admin/cobranca/execucoes/:id'> | undefined
  escolhido: MotivoDecisao | undefined
  aoEscolher: (motivo: MotivoDecisao | undefined) => void
}

/** Counts by reason, the billed first; each filters the list beside it. */
export function ListaMotivos({ relatorio, escolhido, aoEscolher }: Props) {
  return (
    <nav aria-label="Motivos" aria-busy={!relatorio} className="cartao rodada-motivos">
      {relatorio
        ? linhas(relatorio).map(({ motivo, rotulo, n, bom }) => (
            <button
              key={rotulo}
              type="button"
              aria-pressed={escolhido === motivo}
              onClick={() => aoEscolher(motivo)}
              className="rodada-motivo"
            >
              <span>{rotulo}</span>
              <b>{numero(n)}</b>
              <span aria-hidden className="rodada-barra pintado" data-tom={bom ? 'success' : 'neutral'}>
                <span style={{ width: `${(n / Math.max(1, relatorio.avaliados)) * 100}%`, minWidth: n > 0 ? 2 : 0 }} />
              </span>
            </button>
          ))
        : [0, 1, 2, 3, 4, 5].map((n) => <Skeleton key={n} altura={32} />)}
    </nav>
  )
}

function linhas({ avaliados, enfileiradas, simulada, ignorados }: NonNullable<Props['relatorio']>) {
  const cobrados: MotivoDecisao = simulada ? 'prevista' : 'enviada'
  const outros = Object.entries(ignorados)
    .filter((par): par is [MotivoDecisao, number] => Object.hasOwn(MOTIVOS, par[0]) && par[1] > 0)
    .sort(([, a], [, b]) => b - a)
  return [
    { motivo: undefined, rotulo: 'Todos', n: avaliados, bom: false },
    {
      motivo: cobrados,
      rotulo: simulada ? 'Receberiam agora' : 'Cobrados nesta rodada',
      n: enfileiradas,
      bom: true,
    },
    ...outros.map(([motivo, n]) => ({ motivo, rotulo: MOTIVOS[motivo], n, bom: false })),
  ]
}
