import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import type { Conta } from '#contract/contas-receber.ts'
import { emAberto } from '#domain/conta.ts'
import { tratamento } from '#domain/tratamento.ts'
import { fraseDe } from '#web/api/erro.ts'
import { nomeDaConta, quandoVence, somar } from '#web/contas-receber/palavras.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { dia, dinheiro } from '#web/ui/formatos.ts'
import { useCodigo } from './codigos.api.ts'
import './codigos.css'

interface Props {
  cliente: ClienteDetalhado
  /** What was chosen on the desk; without any, what is overdue, or what falls due. */
  escolhidas: readonly number[]
  aoFechar: () => void
}

/** One code for what is chosen, which pays exactly that: sent in the talk, or copied. */
export function EnviarPixDialog({ cliente, escolhidas, aoFechar }: Props) {
  const { emitir, enviar } = useCodigo(cliente.id)
  const abertas = cliente.contas.filter(emAberto)
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set(inicio(abertas, escolhidas)))
  const [fazendo, setFazendo] = useState<'enviar' | 'copiar'>()
  const [recusa, setRecusa] = useState('')
  const contas = abertas.filter(({ id }) => ids.has(id))
  const total = somar(contas.map(({ valor_atualizado }) => valor_atualizado))
  const fazer = async (como: 'enviar' | 'copiar') => {
    setFazendo(como)
    setRecusa('')
    try {
      const quais = contas.map(({ id }) => id)
      const { copia_e_cola, valor } = await (como === 'enviar' ? enviar(quais) : emitir(quais))
      if (como === 'enviar') avisar(`Código de ${dinheiro(valor)} enviado.`)
      else await copiarTexto(copia_e_cola, `Código de ${dinheiro(valor)} copiado.`, SEM_COPIA)
      aoFechar()
    } catch (erro) {
      setRecusa(fraseDe(erro))
      setFazendo(undefined)
    }
  }
  return (
    <Dialog
      titulo="Enviar Pix"
      aoFechar={() => fazendo || aoFechar()}
      aoEnviar={(evento) => {
        evento.preventDefault()
        if (contas.length > 0 && !fazendo) void fazer('enviar')
      }}
      recusa={recusa && <Alert tom="error">{recusa}</Alert>}
      acoes={
        <>
          <Button disabled={Boolean(fazendo)} onClick={aoFechar}>
            Cancelar
          </Button>
          <Button
            variant="outlined"
            disabled={contas.length === 0 || Boolean(fazendo)}
            loading={fazendo === 'copiar'}
            onClick={() => void fazer('copiar')}
          >
            Copiar código
          </Button>
          <Button
            type="submit"
            variant="contained"
            data-autofocus
            disabled={contas.length === 0}
            loading={fazendo === 'enviar'}
          >
            {contas.length === 0 ? 'Enviar Pix' : `Enviar Pix de ${dinheiro(total)}`}
          </Button>
        </>
      }
    >
      <p className="cinza">
        {tratamento(cliente)} recebe um código que paga exatamente o que você escolher, sozinho numa mensagem, para ser
        copiado inteiro.
      </p>
      <fieldset className="codigo-contas">
        <legend className="so-leitor">Contas do código</legend>
        {abertas.map((conta) => (
          <div key={conta.id} className="row between gap-12">
            <Checkbox
              rotulo={nomeDaConta(conta)}
              ajuda={[quandoVence(conta), ...ressalvas(conta)].join(' · ')}
              checked={ids.has(conta.id)}
              onChange={({ target }) => {
                const novos = new Set(ids)
                if (target.checked) novos.add(conta.id)
                else novos.delete(conta.id)
                setIds(novos)
              }}
            />
            <span className="algarismos nowrap">{dinheiro(conta.valor_atualizado)}</span>
          </div>
        ))}
        {abertas.length === 0 && <p className="cinza">Nenhuma conta em aberto.</p>}
      </fieldset>
    </Dialog>
  )
}

const SEM_COPIA =
  'O código foi feito, mas o navegador não deixou copiar. Ele está em Pix, ao lado das contas do cliente.'

/** Why one may not want to ask for it now. */
const ressalvas = ({ a_caminho, contestada, prometida_ate }: Conta) => [
  ...(a_caminho ? ['pagamento a caminho'] : []),
  ...(contestada ? ['contestada'] : []),
  ...(prometida_ate ? [`prometida até ${dia(prometida_ate)}`] : []),
]

/** What stands chosen at first: nothing that may have been paid, or is not acknowledged, by itself. */
function inicio(abertas: readonly Conta[], escolhidas: readonly number[]): number[] {
  const dentre = abertas.filter(({ id }) => escolhidas.includes(id))
  const livres = abertas.filter(({ a_caminho, contestada }) => !a_caminho && !contestada)
  const vencidas = livres.filter(({ dias_atraso }) => dias_atraso > 0)
  return (dentre.length > 0 ? dentre : vencidas.length > 0 ? vencidas : livres).map(({ id }) => id)
}
