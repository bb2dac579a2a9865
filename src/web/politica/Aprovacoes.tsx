import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { NegociacaoDeCliente } from '#contract/negociacoes.ts'
import { emCentavos } from '#domain/dinheiro.ts'
import { dizerVezes } from '#domain/parcelas.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { confirmar } from '#web/ui/confirmar.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { paginaDe } from '#web/ui/filtros.ts'
import { dia, diaEHora, dinheiro, plural } from '#web/ui/formatos.ts'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { MotivoDialog } from '#web/ui/MotivoDialog.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { PaginaPassada } from '#web/ui/PaginaPassada.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { esperandoQuery } from './politica.queries.ts'

/** The agreements beyond the policy: what in each exceeds it, and approving or refusing it. */
export function Aprovacoes() {
  const { filtros, mudar } = useFiltros()
  const paginar = (page: number) => mudar({ page }, { empurrar: true })
  const { data, error, refetch } = useQuery(esperandoQuery(paginaDe(filtros)))
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir as aprovações" erro={error} aoTentar={() => void refetch()} />
  if (!data)
    return (
      <Page largura={960}>
        <SkeletonList linhas={3} altura={200} />
      </Page>
    )
  if (data.total === 0)
    return (
      <EmptyState
        acao={<Exportar />}
        icone={HandshakeOutlined}
        titulo="Nada aguarda aprovação"
        texto="Um acordo que um operador fizer além da política aparece aqui na hora."
      />
    )
  return (
    <Page largura={960}>
      <div className="flex to-end">
        <Exportar />
      </div>
      {data.data.length === 0 && <PaginaPassada ultima={data.last_page} aoPaginar={paginar} />}
      {data.data.map((acordo) => (
        <Aprovacao key={acordo.id} acordo={acordo} />
      ))}
      {data.last_page > 1 && <Pager pagina={data} aoMudar={paginar} />}
    </Page>
  )
}

/** Exports all agreements, the decided ones too. */
const Exportar = () => (
  <Button
    variant="outlined"
    onClick={() => void baixarArquivo('GET /api/admin/negociacoes/exportar.csv', 'acordos.csv')}
  >
    Exportar acordos
  </Button>
)

function Aprovacao({ acordo }: { acordo: NegociacaoDeCliente }) {
  const { cliente, autor, alem, observacao, vence_em } = acordo
  const decisao = useDecisao(acordo)
  const aprovar = async () => {
    const texto = `${resumo(acordo)} As contas são trocadas pelas parcelas agora, com os encargos de hoje.`
    if (await confirmar({ titulo: `Aprovar o acordo de ${cliente.nome}?`, texto, acao: 'Aprovar' }))
      decisao.mutate({ como: 'aprovar' })
  }
  return (
    <article className="cartao folgado aprovacao grid gap-8" aria-labelledby={`aprovacao-${acordo.id}`}>
      <div className="aprovacao-topo">
        <h2 className="titulo quebra" id={`aprovacao-${acordo.id}`}>
          <Link className="ligacao" to="/admin/clientes" search={{ cliente: String(cliente.id) }}>
            {cliente.nome}
          </Link>
        </h2>
        <b className="algarismos">{dinheiro(acordo.valor_negociado)}</b>
      </div>
      <p className="cinza">
        {autor?.name ?? 'Um operador'}, em {diaEHora(acordo.created_at)}. Espera até {dia(vence_em!)}.
      </p>
      <p>{resumo(acordo)}</p>
      <h3>Além da política</h3>
      <ul className="aprovacao-alem">
        {alem.map((frase) => (
          <li key={frase}>{frase}</li>
        ))}
      </ul>
      {observacao && <p className="cinza">“{observacao}”</p>}
      {decisao.error && <Alert tom="error">{fraseDe(decisao.error)}</Alert>}
      <div className="flex to-end gap-8">
        <Button
          danger
          disabled={decisao.isPending}
          onClick={() =>
            void abrir((fechar) => (
              <MotivoDialog
                titulo={`Recusar o acordo de ${cliente.nome}?`}
                acao="Recusar acordo"
                aoFechar={() => fechar()}
                aoConfirmar={(motivo) => decisao.mutateAsync({ como: 'recusar', motivo })}
              >
                As contas ficam como estão, e {autor?.name ?? 'o operador'} lê o motivo nas Tratativas do cliente.
              </MotivoDialog>
            ))
          }
        >
          Recusar
        </Button>
        <Button variant="contained" loading={decisao.isPending} onClick={() => void aprovar()}>
          Aprovar
        </Button>
      </div>
    </article>
  )
}

/** "R$ 1.000,00 em 2 contas, mais R$ 23,33 de encargos, menos R$ 300,00: entrada de R$ 100,00 e 3 × R$ 207,77, a primeira em 10/12/2026." */
function resumo({ valor_original, contas, encargos, desconto, parcelas }: NegociacaoDeCliente): string {
  const [entrada] = parcelas.filter(({ numero }) => numero === 0)
  const mensais = parcelas.filter(({ numero }) => numero > 0)
  const partes = [
    `${dinheiro(valor_original)} em ${plural(contas.length, 'conta', 'contas')}`,
    encargos > 0 ? `mais ${dinheiro(encargos)} de encargos` : 'sem os encargos',
    ...(desconto > 0 ? [`menos ${dinheiro(desconto)} de desconto`] : []),
  ]
  const [primeira] = mensais
  const vezes = dizerVezes(mensais.map(({ valor }) => ({ valorCentavos: emCentavos(valor) })))
  const quantas = `${vezes}, a primeira em ${dia(primeira!.vencimento)}`
  return `${partes.join(', ')}: ${entrada ? `entrada de ${dinheiro(entrada.valor)} e ` : ''}${quantas}.`
}

/** Whatever the outcome, the list is refetched: somebody else may have decided. */
function useDecisao({ id, cliente }: NegociacaoDeCliente) {
  const cache = useQueryClient()
  const falhaDepois = useFalhaDepois()
  return useMutation({
    mutationFn: (decisao: { como: 'aprovar' } | { como: 'recusar'; motivo: string }) =>
      decisao.como === 'aprovar'
        ? callApi('POST /api/admin/negociacoes/:id/aprovar', { params: { id } })
        : callApi('POST /api/admin/negociacoes/:id/recusar', { params: { id }, body: { motivo: decisao.motivo } }),
    onSuccess: ({ status }) =>
      avisar(status === 'ativa' ? `Acordo de ${cliente.nome} aprovado.` : `Acordo de ${cliente.nome} recusado.`),
    onSettled: async (_, erro) => {
      await Promise.all([cache.invalidateQueries({ queryKey: ['negociacoes'] }), recarregarCliente(cliente.id)])
      if (erro) falhaDepois(erro, `Acordo de ${cliente.nome}`)
    },
  })
}
