import type { Cliente } from '#contract/clientes.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { podeNegociar, podePausar } from '#web/clientes/clientes.api.ts'
import { pausar } from '#web/clientes/dialogos.tsx'
import { pagar } from '#web/contas-receber/dialogos.tsx'
import { somar } from '#web/contas-receber/palavras.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { useAtalho } from '#web/shell/useComandos.ts'
import { Button } from '#web/ui/Button.tsx'
import { dinheiro, plural, taxa, valor } from '#web/ui/formatos.ts'
import { MoreHorizOutlined } from '#web/ui/icons/MoreHorizOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'
import './contas.css'

const PORQUE_NAO_NEGOCIA: Partial<Record<Cliente['status'], string>> = {
  pausado: 'A cobrança está pausada. Reative o cliente para negociar.',
}
const OUTRO_ACORDO: Partial<Record<NonNullable<ClienteDetalhado['negociacao']>['status'], string>> = {
  ativa: 'Já há um acordo em andamento. Cancele-o na aba Tratativas para fazer outro.',
  proposta: 'O cliente aceitou uma proposta e ainda pode fazer o primeiro pagamento: está na aba Tratativas.',
  aguarda_aprovacao: 'Um acordo aguarda aprovação: está na aba Tratativas.',
}
const porqueNaoNegocia = ({ status, negociacao }: ClienteDetalhado) =>
  (negociacao && OUTRO_ACORDO[negociacao.status]) ?? PORQUE_NAO_NEGOCIA[status]

interface Props {
  cliente: ClienteDetalhado
  selecao: Selecao
  /** On a phone: one line of sum, the rarer actions behind ⋯. */
  estreito?: boolean
}

/** What is selected, its charges and today's total, and what can be done with it. */
export function RodapeContas({ cliente, selecao, estreito = false }: Props) {
  const mudar = useMudarFiltros()
  const { contas } = selecao
  const atalhos = { negociar: useAtalho('negociar'), pagar: useAtalho('pagar'), pausar: useAtalho('pausar') }
  const negocia = podeNegociar(cliente) && contas.length > 0
  const [primeira, ...outras] = contas
  if (cliente.status === 'concluido') return null
  return (
    <div className="rodape-contas rigid algarismos">
      <Soma cliente={cliente} selecao={selecao} estreito={estreito} />
      {porqueNaoNegocia(cliente) && <p>{porqueNaoNegocia(cliente)}</p>}
      <div className="rodape-acoes flex gap-8">
        <Button
          // Until the customer is one's own, taking over is the next best step.
          variant={!estreito && negocia && cliente.status !== 'em_atendimento' ? 'tonal' : 'contained'}
          disabled={!negocia}
          {...atalhos.negociar}
          onClick={() => mudar({ painel: 'negociar' }, { empurrar: true })}
        >
          Negociar
        </Button>
        {primeira && (
          <Button variant="outlined" {...atalhos.pagar} onClick={() => void pagar(primeira, ...outras)}>
            Registrar pagamento
          </Button>
        )}
        {podePausar(cliente) &&
          (estreito ? (
            <MaisAcoes cliente={cliente} />
          ) : (
            <Button
              variant="outlined"
              {...atalhos.pausar}
              className={primeira ? 'rodape-pausar' : 'rodape-pausar larga'}
              onClick={() => void pausar(cliente)}
            >
              Pausar
            </Button>
          ))}
      </div>
    </div>
  )
}

function Soma({ cliente, selecao: { contas }, estreito = false }: Props) {
  const encargos = somar(contas.map((conta) => conta.encargos))
  const total = somar(contas.map((conta) => conta.valor_atualizado))
  if (contas.length === 0)
    return (
      <div className="rodape-linha flex between gap-8 cinza">Selecione contas para negociar ou registrar pagamento</div>
    )
  if (estreito)
    return (
      <ParteDaSoma rotulo={`${plural(contas.length, 'selecionada', 'selecionadas')}, total de hoje`} forte>
        {dinheiro(total)}
      </ParteDaSoma>
    )
  return (
    <>
      <ParteDaSoma rotulo={plural(contas.length, 'conta selecionada', 'contas selecionadas')}>
        {valor(somar([total, -encargos]))}
      </ParteDaSoma>
      {encargos > 0 && <ParteDaSoma rotulo={taxas(cliente)}>{valor(encargos)}</ParteDaSoma>}
      <ParteDaSoma rotulo="Total de hoje" forte>
        {dinheiro(total)}
      </ParteDaSoma>
    </>
  )
}

/** "Multa 2 % e juros 1 % ao mês, até hoje". */
function taxas({ taxas: { multa_percentual: multa, juros_percentual_mes: juros } }: ClienteDetalhado): string {
  return `Multa ${taxa(multa)} e juros ${taxa(juros)} ao mês, até hoje`
}

function MaisAcoes({ cliente }: { cliente: ClienteDetalhado }) {
  const trigger = (
    <Button variant="outlined" className="rodape-mais" aria-label="Mais ações das contas">
      <MoreHorizOutlined />
    </Button>
  )
  return (
    <Menu trigger={trigger} rotulo="Mais ações das contas">
      <MenuItem onClick={() => void pausar(cliente)}>Pausar cobrança</MenuItem>
    </Menu>
  )
}

const ParteDaSoma = ({ rotulo, forte = false, children }: { rotulo: string; forte?: boolean; children: string }) => (
  <div className={forte ? 'rodape-linha flex between gap-8 cinza forte' : 'rodape-linha flex between gap-8 cinza'}>
    {rotulo}
    <span>{children}</span>
  </div>
)
