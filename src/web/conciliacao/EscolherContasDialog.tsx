import { useState } from 'react'
import type { MovimentoDetalhado } from '#contract/conciliacao.ts'
import { fraseDe } from '#web/api/erro.ts'
import { somar } from '#web/contas-receber/palavras.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { dinheiro, lerDinheiro } from '#web/ui/formatos.ts'
import { ContasDe, type Partes, semAs } from './ContasDe.tsx'
import type { Decisao } from './conciliacao.api.ts'
import { aDecidir } from './decisao.ts'
import { EscolherCliente, type Pessoa } from './EscolherCliente.tsx'
import { useDecidirEAvisar } from './useDecidirEAvisar.ts'

interface Props {
  um: MovimentoDetalhado
  aoDecidir?: (() => void) | undefined
  aoFechar: () => void
}
/** A person says whose money it is: one customer's, who keeps any rest as credit, or several customers', without a rest. */
export function EscolherContasDialog({ um, aoDecidir, aoFechar }: Props) {
  // A credit is its customer's: nobody else's account takes it.
  const doCredito = um.situacao === 'credito'
  const total = aDecidir(um)
  const escolha = useEscolha(um, total)
  const { pessoas, lidas, contas, resta, problema } = escolha
  const { fechar, enviar, enviando, recusa } = useEnvio({ um, escolha, aoDecidir, aoFechar })
  return (
    <Dialog
      titulo={`${doCredito ? 'Usar o crédito de' : 'De quem são'} ${dinheiro(total)}?`}
      largura={640}
      enviando={enviando}
      aoFechar={() => void fechar()}
      aoEnviar={(evento) => {
        evento.preventDefault()
        if (!problema && !enviando) void enviar({ como: 'aplicar', body: { contas } })
      }}
      recusa={recusa && <Alert tom="error">{recusa}</Alert>}
      acoes={
        <>
          <div className="escolha-resta grow" role="status">
            {problema ? <Problema ha={lidas.length > 0}>{problema}</Problema> : sobra(resta)}
          </div>
          <Button onClick={() => void fechar()}>Cancelar</Button>
          {!doCredito && contas.length === 0 && pessoas.length === 1 && (
            <Button
              variant="outlined"
              disabled={enviando}
              onClick={() => void enviar({ como: 'credito', body: { cliente_id: pessoas[0]!.id } })}
            >
              Deixar como crédito
            </Button>
          )}
          <Button type="submit" variant="contained" disabled={problema !== ''} loading={enviando}>
            Aplicar
          </Button>
        </>
      }
    >
      <div className="fields escolha-corpo">
        <Contas um={um} escolha={escolha} fixo={doCredito} />
      </div>
    </Dialog>
  )
}

/** The customers that were named, and what was written for each of their accounts. */
function useEscolha(um: MovimentoDetalhado, total: number) {
  const [pessoas, setPessoas] = useState<Pessoa[]>(() => {
    // The most likely customer is filled in; another may be chosen.
    const primeira = um.cliente ?? um.sugestoes.find(({ cliente }) => cliente !== null)?.cliente
    return primeira ? [{ ...primeira, documento: null }] : []
  })
  const [partes, setPartes] = useState<Partes>({})
  const lidas = Object.entries(partes).map(([id, texto]) => ({ id: Number(id), valor: lerDinheiro(texto) }))
  const contas = lidas.flatMap(({ id, valor }) => (valor ? [{ id, valor }] : []))
  const resta = somar([total, -somar(contas.map(({ valor }) => valor))])
  return {
    pessoas,
    setPessoas,
    partes,
    setPartes,
    lidas,
    contas,
    resta,
    problema: problemaDe({ lidas, contas, resta, pessoas }),
  }
}
type Escolhida = ReturnType<typeof useEscolha>

/** Sends the choice; a refusal is shown below, and everything typed stays. */
function useEnvio({ um, escolha, aoDecidir, aoFechar }: Props & { escolha: Escolhida }) {
  const { decidirJa } = useDecidirEAvisar(um, aoDecidir)
  const [enviando, setEnviando] = useState(false)
  const [recusa, setRecusa] = useState('')
  const enviar = async (decisao: Decisao) => {
    setEnviando(true)
    setRecusa('')
    try {
      await decidirJa(decisao)
      aoFechar()
    } catch (erro) {
      setRecusa(fraseDe(erro))
      setEnviando(false)
    }
  }
  const fechar = async () => {
    if (enviando) return
    if (escolha.lidas.length > 0 && !(await confirmar(DESCARTAR))) return
    aoFechar()
  }
  return { enviar, fechar, enviando, recusa }
}

/** The open accounts of each customer, and who else may be named. */
function Contas({ um, escolha, fixo }: { um: MovimentoDetalhado; escolha: Escolhida; fixo: boolean }) {
  const { pessoas, setPessoas, partes, setPartes, resta } = escolha
  const tirar = (id: number, contas: number[]) => {
    setPessoas(pessoas.filter((outra) => outra.id !== id))
    setPartes(semAs(partes, contas))
  }
  return (
    <>
      {pessoas.map((pessoa) => (
        <ContasDe
          key={pessoa.id}
          quando={um.dia}
          pessoa={pessoa}
          partes={partes}
          resta={resta}
          aoMudar={setPartes}
          aoTirar={fixo ? undefined : (contas) => tirar(pessoa.id, contas)}
        />
      ))}
      {!fixo && (
        <EscolherCliente
          key={pessoas.length}
          rotulo={pessoas.length === 0 ? 'Cliente' : 'Mais um cliente'}
          autoFocus={pessoas.length === 0}
          sugerido={um.pagador?.nome ?? ''}
          aoEscolher={(nova) => {
            if (!pessoas.some(({ id }) => id === nova.id)) setPessoas([...pessoas, nova])
          }}
        />
      )}
    </>
  )
}

const DESCARTAR = {
  titulo: 'Descartar a escolha?',
  texto: 'As contas e os valores que você escolheu ainda não foram aplicados.',
  acao: 'Descartar',
  cancelar: 'Continuar escolhendo',
  perigo: true,
}

interface Escolha {
  lidas: { id: number; valor: number | null }[]
  contas: { id: number; valor: number }[]
  resta: number
  pessoas: readonly Pessoa[]
}

/** Why what is written cannot be applied, as a sentence; nothing when it can. */
function problemaDe({ lidas, contas, resta, pessoas }: Escolha): string {
  if (lidas.some(({ valor }) => valor === null)) return 'Confira os valores: escreva como 1.234,56.'
  if (contas.length === 0) return 'Escolha ao menos uma conta.'
  if (resta < 0) return `As contas somam ${dinheiro(-resta)} a mais do que entrou. Diminua uma delas.`
  if (resta > 0 && pessoas.length > 1)
    return `De mais de um cliente, o dinheiro tem de ser todo aplicado: restam ${dinheiro(resta)}.`
  return ''
}

/** Beside a disabled button; a warning once there is something to mend. */
const Problema = ({ ha, children }: { ha: boolean; children: string }) =>
  ha ? <span className="escolha-problema">{children}</span> : children

const sobra = (resta: number): string =>
  resta === 0 ? 'Nada sobra.' : `Sobram ${dinheiro(resta)}, que ficam como crédito do cliente.`
