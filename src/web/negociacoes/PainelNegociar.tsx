import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import type { Negociacao } from '#contract/negociacoes.ts'
import type { Oferta } from '#contract/ofertas.ts'
import { emReais } from '#domain/dinheiro.ts'
import { fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useVoltar } from '#web/ui/useFiltros.ts'
import { acordoFechado } from './acordoFechado.ts'
import { CondicoesAcordo } from './CondicoesAcordo.tsx'
import { ContasDoAcordo, type ContasEscolhidas } from './ContasDoAcordo.tsx'
import { Cronograma } from './Cronograma.tsx'
import { MensagemDoAcordo, useConfirmacao } from './MensagemDoAcordo.tsx'
import { ofertasQuery } from './negociacoes.queries.ts'
import { OfertasDoCliente } from './OfertasDoCliente.tsx'
import { type Acordo, useAcordo } from './useAcordo.ts'
import './negociacao.css'

interface Props {
  cliente: ClienteDetalhado
  selecao: ContasEscolhidas
}

/** Its contents come whole: the offers on top would push what is being filled in. Without an answer they do not wait for them. */
export function PainelNegociar(props: Props) {
  const { data, failureReason } = useQuery(ofertasQuery(props.cliente.id))
  const falha = data ? null : failureReason
  return <Negociar {...props} ofertas={data?.data ?? (falha && [])} semOfertas={falha} />
}

interface NegociarProps extends Props {
  ofertas: Oferta[] | null
  semOfertas: Error | null
}

/** The negotiation beside the conversation, which stays usable: accounts, conditions, and the schedule as it will be. */
function Negociar({ cliente, selecao, ofertas, semOfertas }: NegociarProps) {
  const voltar = useVoltar({ painel: 'contas' })
  const acordo = useAcordo(cliente, selecao.contas)
  const { formulario, proposta } = acordo
  const painel = useFoco()
  const confirmacao = useConfirmacao(cliente)
  const avisado = formulario.enviar_mensagem && confirmacao.modelo !== null
  const escolher = (oferta: Oferta) => {
    selecao.escolher(oferta.contas)
    acordo.mudar(comoFormulario(oferta))
  }
  const sair = async () => {
    if (acordo.enviando) return
    if (acordo.tocado && !(await confirmar(DESCARTAR))) return
    acordo.descartar()
    voltar()
  }
  const fechar = async () => {
    const fechado = await acordo.fechar()
    if (!fechado) return
    avisar(fraseDoAcordo(fechado, cliente.nome, avisado && confirmacao.modelo !== undefined))
    if (!painel.current) return // another customer is open by now
    acordoFechado.trocar(cliente.id)
    voltar()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes it from any of its fields
    <div
      ref={painel}
      className="negociacao"
      tabIndex={-1}
      onKeyDown={(evento: KeyboardEvent) => {
        if (evento.key !== 'Escape' || evento.defaultPrevented) return
        // Left to the browser, the key would close at once what is asked here.
        evento.preventDefault()
        void sair()
      }}
    >
      <Cabecalho aoFechar={() => void sair()} />
      {ofertas === null ? (
        <div className="negociacao-corpo grid">
          <Skeleton altura={480} />
        </div>
      ) : (
        <>
          <div className="negociacao-corpo grid gap-12">
            {semOfertas && <div>Não foi possível ler as ofertas da política. {fraseDe(semOfertas)}</div>}
            <OfertasDoCliente ofertas={ofertas} aoEscolher={escolher} />
            <ContasDoAcordo cliente={cliente} selecao={selecao} />
            <Encargos acordo={acordo} />
            <CondicoesAcordo {...acordo} aoMudar={acordo.mudar} />
            <Cronograma parcelas={proposta.parcelas} totalCentavos={proposta.totalCentavos} />
            <AlemDaPolitica frases={acordo.alem} />
            {acordo.semConferencia && (
              <Alert tom="warning">
                Não foi possível conferir a política: se o acordo passar dela, espera um administrador.{' '}
                {fraseDe(acordo.semConferencia)}
              </Alert>
            )}
            <MensagemDoAcordo
              confirmacao={confirmacao}
              proposta={proposta}
              enviar={avisado}
              aoMudar={(enviar_mensagem) => acordo.mudar({ enviar_mensagem })}
            />
            <Observacao acordo={acordo} />
          </div>
          <Rodape acordo={acordo} aoSair={() => void sair()} aoFechar={() => void fechar()}>
            <Soma
              acordo={acordo}
              semContas={selecao.contas.length === 0}
              avisado={avisado && confirmacao.modelo === undefined ? null : avisado}
            />
          </Rodape>
        </>
      )}
    </div>
  )
}

function fraseDoAcordo({ status, valor_negociado }: Negociacao, nome: string, avisado: boolean): string {
  const soma = dinheiro(valor_negociado)
  return status === 'aguarda_aprovacao'
    ? `O acordo de ${soma} passa do que a política permite: um administrador decide, e a resposta fica nas Tratativas do cliente.`
    : `Acordo de ${soma} fechado com ${nome}${avisado ? ': a confirmação vai pelo WhatsApp' : ''}.`
}

/** An offer as form values: charges are included, and the discount waives them. */
function comoFormulario({ desconto, parcelas }: Oferta) {
  const entrada = parcelas.find(({ numero }) => numero === 0)
  const mensais = parcelas.filter(({ numero }) => numero > 0)
  return {
    incluir_encargos: true,
    desconto: desconto > 0 ? valor(desconto) : '',
    desconto_em: 'reais' as const,
    entrada: entrada ? valor(entrada.valor) : '',
    parcelas: String(mensais.length),
    primeiro_vencimento: mensais[0]!.vencimento,
  }
}

/** The button that opened it went with the debts panel: the focus comes here, and on closing goes back to that panel. */
function useFoco() {
  const painel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const lado = painel.current?.closest('section')
    painel.current?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement === document.body) lado?.focus({ preventScroll: true })
    }
  }, [])
  return painel
}

const Cabecalho = ({ aoFechar }: { aoFechar: () => void }) => (
  <div className="negociacao-cabecalho row rigid">
    <h2>Negociar</h2>
    <kbd aria-hidden>Esc</kbd>
    <IconButton aria-label="Fechar negociação" onClick={aoFechar}>
      <CloseOutlined />
    </IconButton>
  </div>
)

const Encargos = ({ acordo: { formulario, proposta, mudar } }: { acordo: Acordo }) => (
  <div className="row between forte algarismos">
    <Switch
      rotulo="Incluir encargos de hoje"
      checked={formulario.incluir_encargos}
      onChange={({ target }) => mudar({ incluir_encargos: target.checked })}
    />
    + {valor(emReais(proposta.encargosCentavos))}
  </div>
)

/** Said while the conditions can still be changed; the footer reads the outcome aloud. */
const AlemDaPolitica = ({ frases }: { frases: readonly string[] }) =>
  frases.length > 0 && (
    <Alert tom="warning">
      Além da política, este acordo espera um administrador, e nada muda até lá.
      {frases.map((frase) => (
        <p key={frase}>{frase}</p>
      ))}
    </Alert>
  )

const Observacao = ({ acordo: { formulario, mudar, erroDe } }: { acordo: Acordo }) => (
  <TextField
    rotulo="Observação"
    opcional
    linhas={1}
    value={formulario.observacao}
    placeholder="Só a equipe vê"
    maxLength={1000}
    onChange={(evento) => mudar({ observacao: evento.target.value })}
    erro={erroDe('observacao')}
  />
)

interface RodapeProps {
  acordo: Acordo
  aoSair: () => void
  aoFechar: () => void
  children: ReactNode
}
const Rodape = ({ acordo: { falha, pode, enviando, alem }, aoSair, aoFechar, children }: RodapeProps) => (
  <div className="negociacao-rodape">
    {Boolean(falha) && <Alert tom="error">{fraseDe(falha)}</Alert>}
    <div>
      {children}
      <div className="flex wrap to-end push gap-8">
        <Button disabled={enviando} onClick={aoSair}>
          Cancelar
        </Button>
        <Button variant="contained" disabled={!pode} loading={enviando} onClick={aoFechar}>
          {alem.length > 0 ? 'Pedir aprovação' : 'Fechar acordo'}
        </Button>
      </div>
    </div>
  </div>
)

/** The agreement in one sentence, which is also how the schedule is read aloud while one types. */
function Soma({ acordo, semContas, avisado }: { acordo: Acordo; semContas: boolean; avisado: boolean | null }) {
  const { formulario, proposta } = acordo
  const entrada = proposta.entradaCentavos > 0 ? 'Entrada + ' : ''
  const parcelas = `${entrada}${plural(Number(formulario.parcelas), 'parcela', 'parcelas')}`
  return (
    <div className="negociacao-soma" role="status">
      <p>
        {semContas
          ? 'Escolha ao menos uma conta'
          : proposta.parcelas.length === 0
            ? 'Corrija as condições acima'
            : acordo.alem.length > 0
              ? `${parcelas}, à espera de aprovação`
              : `${parcelas}${avisado === null ? '' : avisado ? ', confirmadas no WhatsApp' : ', sem avisar o cliente'}`}
      </p>
      <b>{dinheiro(emReais(Math.max(0, proposta.totalCentavos)))}</b>
    </div>
  )
}

const DESCARTAR = {
  titulo: 'Descartar a negociação?',
  texto: 'As condições que você escreveu ainda não foram fechadas.',
  acao: 'Descartar',
  cancelar: 'Continuar negociando',
  perigo: true,
}
