import { useQuery } from '@tanstack/react-query'
import { somar } from '#web/contas-receber/palavras.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dinheiro, plural } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { resumoQuery } from './conciliacao.queries.ts'

const NOMES = { '0-2': 'Até 2 dias', '3-7': '3 a 7 dias', '8-30': '8 a 30 dias', '30+': 'Mais de 30 dias' } as const

/** Money that left and took nothing back yet: what it paid still counts as paid. */
export function DevolucoesAEspera() {
  const { movimentos = 0, valor = 0 } = useQuery(resumoQuery({})).data?.devolucoes_a_espera ?? {}
  if (movimentos === 0) return null
  const ver = { aba: 'movimentos', periodo: 'tudo', parte: 'a_espera' }
  return (
    <Alert
      tom="warning"
      acao={
        <ButtonLink size="small" to="/admin/conciliacao" search={ver}>
          Ver
        </ButtonLink>
      }
    >
      {`${plural(movimentos, 'devolução', 'devoluções')} à espera, ${dinheiro(valor)}: o dinheiro saiu da conta, e ainda não foi abatido de nenhum pagamento.`}
    </Alert>
  )
}

/** The movements without an owner, by age; each band is also a filter of the list. */
export function Idades() {
  const { filtros, mudar } = useFiltros()
  const { data, error, refetch } = useQuery(resumoQuery({}))
  if (error && !data)
    return <ErrorState titulo="Não foi possível somar por idade" erro={error} aoTentar={() => void refetch()} />
  const faixas = data?.por_idade
  const todas = faixas && {
    movimentos: faixas.reduce((soma, { movimentos }) => soma + movimentos, 0),
    valor: somar(faixas.map(({ valor }) => valor)),
  }
  const celula = (
    faixa: keyof typeof NOMES | undefined,
    rotulo: string,
    figura: { movimentos: number; valor: number } | undefined,
  ) => (
    <button
      key={rotulo}
      type="button"
      className="idade"
      aria-pressed={filtros.faixa === faixa}
      onClick={() => mudar({ faixa, movimento: undefined })}
    >
      <span className="cinza">{rotulo}</span>
      <b className="algarismos">{figura ? dinheiro(figura.valor) : <Skeleton largura={88} />}</b>
      <span className="miudo">{figura ? plural(figura.movimentos, 'movimento', 'movimentos') : ' '}</span>
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of cells
    <div role="group" aria-label="Há quanto tempo sem dono" className="cartao idades">
      <div>
        {celula(undefined, 'Ao todo', todas)}
        {(Object.keys(NOMES) as (keyof typeof NOMES)[]).map((faixa) =>
          celula(
            faixa,
            NOMES[faixa],
            faixas?.find((uma) => uma.faixa === faixa) ?? (faixas && { movimentos: 0, valor: 0 }),
          ),
        )}
      </div>
    </div>
  )
}
