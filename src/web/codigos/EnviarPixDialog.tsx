import { useState } from 'react'
import type { Conta } from '#contract/contas-receber.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { CONTAS_DE_UM_CODIGO } from '#domain/codigo.ts'
import { emAberto } from '#domain/conta.ts'
import { tratamento } from '#domain/tratamento.ts'
import { fraseDe } from '#web/api/erro.ts'
import { CaixasDeContas } from '#web/contas-receber/CaixasDeContas.tsx'
import { somar } from '#web/contas-receber/palavras.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { dia, dinheiro } from '#web/ui/formatos.ts'
import { useCodigo } from './codigos.api.ts'
import { contasDoInicio } from './contasDoInicio.ts'
import './codigos.css'

interface Props {
  cliente: ClienteDetalhado
  /** Chosen on the desk; when empty, the overdue accounts, or else those not due yet. */
  escolhidas: readonly number[]
  aoFechar: () => void
}

/** One code that pays exactly what is chosen: sent in the thread, or copied. */
export function EnviarPixDialog({ cliente, escolhidas, aoFechar }: Props) {
  const { negociacao } = cliente
  const acordo = negociacao?.status === 'proposta' ? negociacao : null
  const abertas = cliente.contas.filter((conta) => emAberto(conta) && !acordo?.contas.includes(conta.id))
  const [ids, setIds] = useState(() => contasDoInicio(abertas, escolhidas, acordo !== null))
  const contas = abertas.filter(({ id }) => ids.includes(id))
  const { fazer, fazendo, recusa } = useFazer(cliente.id, contas, acordo?.id, aoFechar)
  return (
    <Dialog
      titulo="Enviar Pix"
      enviando={Boolean(fazendo)}
      aoFechar={() => fazendo || aoFechar()}
      aoEnviar={(evento) => {
        evento.preventDefault()
        if (contas.length > 0 && !fazendo) void fazer('enviar')
      }}
      recusa={recusa && <Alert tom="error">{recusa}</Alert>}
      acoes={
        <Acoes
          contas={contas}
          fazendo={fazendo}
          temAcordo={acordo !== null}
          aoCopiar={() => void fazer('copiar')}
          aoFechar={aoFechar}
        />
      }
    >
      <div className="grid gap-12">
        {acordo && (
          <DoAcordo
            acordo={acordo}
            quem={tratamento(cliente)}
            fazendo={fazendo}
            aoEnviar={() => void fazer('acordo')}
          />
        )}
        <p className="cinza">
          {acordo
            ? 'Ou um código de outras contas, que paga exatamente o que você escolher, sozinho numa mensagem.'
            : `${tratamento(cliente)} recebe um código que paga exatamente o que você escolher, sozinho numa mensagem, para ser copiado inteiro.`}
          {abertas.length > CONTAS_DE_UM_CODIGO && ` Um código cobra até ${CONTAS_DE_UM_CODIGO} contas.`}
        </p>
        <CaixasDeContas
          titulo={<span className="so-leitor">Contas do código</span>}
          contas={abertas}
          escolhidas={ids}
          aoMudar={setIds}
          semContas={acordo ? 'Nenhuma conta em aberto fora do acordo.' : 'Nenhuma conta em aberto.'}
          ressalvas={ressalvas}
        />
      </div>
    </Dialog>
  )
}

interface DoAcordoProps {
  acordo: NonNullable<ClienteDetalhado['negociacao']>
  quem: string
  fazendo: Como | undefined
  aoEnviar: () => void
}

/** An accepted offer waits for its first payment: its code is the likely one to send, and the only one that starts it. */
const DoAcordo = ({ acordo: { vence_em, parcelas }, quem, fazendo, aoEnviar }: DoAcordoProps) => (
  <Alert tom="info">
    {quem} aceitou um acordo e pode fazer o primeiro pagamento{vence_em && ` até ${dia(vence_em)}`}. Outro código das
    contas dele não o começaria: para cobrá-las por inteiro, cancele o acordo antes.
    <div className="pix-acordo">
      <Button
        variant="contained"
        data-autofocus
        disabled={Boolean(fazendo)}
        loading={fazendo === 'acordo'}
        onClick={aoEnviar}
      >
        Enviar o código do acordo{parcelas[0] && `: ${dinheiro(parcelas[0].valor)}`}
      </Button>
    </div>
  </Alert>
)

type Como = 'enviar' | 'copiar' | 'acordo'

/** Makes the code, and sends or copies it; what is refused stays in the dialog. */
function useFazer(clienteId: number, contas: readonly Conta[], acordo: number | undefined, aoFechar: () => void) {
  const { emitir, enviar, enviarDoAcordo } = useCodigo(clienteId)
  const [fazendo, setFazendo] = useState<Como>()
  const [recusa, setRecusa] = useState('')
  const fazer = async (como: Como) => {
    setFazendo(como)
    setRecusa('')
    try {
      const quais = contas.map(({ id }) => id)
      const { copia_e_cola, valor } = await (como === 'acordo' && acordo !== undefined
        ? enviarDoAcordo(acordo)
        : como === 'enviar'
          ? enviar(quais)
          : emitir(quais))
      if (como !== 'copiar') avisar(`Código de ${dinheiro(valor)} enviado.`)
      else await copiarTexto(copia_e_cola, `Código de ${dinheiro(valor)} copiado.`, SEM_COPIA)
      aoFechar()
    } catch (erro) {
      setRecusa(fraseDe(erro))
      setFazendo(undefined)
    }
  }
  return { fazer, fazendo, recusa }
}

interface AcoesProps {
  contas: readonly Conta[]
  fazendo: Como | undefined
  temAcordo: boolean
  aoCopiar: () => void
  aoFechar: () => void
}

function Acoes({ contas, fazendo, temAcordo, aoCopiar, aoFechar }: AcoesProps) {
  const nada = contas.length === 0
  const total = somar(contas.map(({ valor_atualizado }) => valor_atualizado))
  return (
    <>
      <Button disabled={Boolean(fazendo)} onClick={aoFechar}>
        Cancelar
      </Button>
      <Button variant="outlined" disabled={nada || Boolean(fazendo)} loading={fazendo === 'copiar'} onClick={aoCopiar}>
        Copiar código
      </Button>
      <Button
        type="submit"
        variant={temAcordo ? 'outlined' : 'contained'}
        data-autofocus
        disabled={nada}
        loading={fazendo === 'enviar'}
      >
        {nada ? 'Enviar Pix' : `Enviar Pix de ${dinheiro(total)}`}
      </Button>
    </>
  )
}

const SEM_COPIA =
  'O código foi feito, mas o navegador não deixou copiar. Ele está em Pix, ao lado das contas do cliente.'

/** Reasons not to ask for its payment now. */
const ressalvas = ({ a_caminho, contestada, prometida_ate }: Conta) => [
  ...(a_caminho ? ['pagamento a caminho'] : []),
  ...(contestada ? ['contestada'] : []),
  ...(prometida_ate ? [`prometida até ${dia(prometida_ate)}`] : []),
]
