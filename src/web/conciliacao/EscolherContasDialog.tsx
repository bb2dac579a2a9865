import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MovimentoDetalhado } from '#contract/conciliacao.ts'
import type { Conta } from '#contract/contas-receber.ts'
import { emAberto } from '#domain/conta.ts'
import { somarDias } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { clienteAdminQuery } from '#web/clientes/admin.queries.ts'
import { type ComTaxas, devidoEm, efeitoDoPagamento, TOM_DO_EFEITO } from '#web/contas-receber/encargos.ts'
import { nomeDaConta, quandoVence, somar } from '#web/contas-receber/palavras.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { confirmar } from '#web/ui/dialogos.tsx'
import { dia, dinheiro, valor as emValor, lerDinheiro } from '#web/ui/formatos.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import type { Decisao } from './conciliacao.api.ts'
import { aDecidir } from './decisao.ts'
import { EscolherCliente, type Pessoa } from './EscolherCliente.tsx'
import { useAvisada } from './useAvisada.ts'
import '#web/contas-receber/contas-receber.css'

interface Props {
  um: MovimentoDetalhado
  aoDecidir?: (() => void) | undefined
  aoFechar: () => void
}
/** What is written for each account, as typed. */
type Partes = Readonly<Record<number, string>>

/** Whose it is, said by a person: of one customer, whose credit a rest becomes; of several, when nothing is left. */
export function EscolherContasDialog({ um, aoDecidir, aoFechar }: Props) {
  // A credit is its customer's: nobody else's account takes it.
  const doCredito = um.situacao === 'credito'
  const total = aDecidir(um)
  const escolha = useEscolha(um, total)
  const { pessoas, contas, resta, problema } = escolha
  const { fechar, enviar, enviando, recusa } = useEnvio({ um, escolha, aoDecidir, aoFechar })
  return (
    <Dialog
      titulo={`${doCredito ? 'Usar o crédito de' : 'De quem são'} ${dinheiro(total)}?`}
      largura={640}
      aoFechar={() => void fechar()}
      aoEnviar={(evento) => {
        evento.preventDefault()
        if (!problema && !enviando) void enviar({ como: 'aplicar', body: { contas } })
      }}
      recusa={recusa && <Alert tom="error">{recusa}</Alert>}
      acoes={
        <>
          <div className="escolha-resta grow" role="status">
            {frase(contas.length, resta, pessoas)}
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
        {problema && contas.length > 0 && <Alert tom="warning">{problema}</Alert>}
      </div>
    </Dialog>
  )
}

/** The customers that were named, and what was written for each of their accounts. */
function useEscolha(um: MovimentoDetalhado, total: number) {
  const [pessoas, setPessoas] = useState<Pessoa[]>(() => {
    // Who is most like it stands there already; another may be named.
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
    contas,
    resta,
    problema: problemaDe({ lidas, contas, resta, pessoas }),
  }
}
type Escolhida = ReturnType<typeof useEscolha>

/** What was chosen goes once; what is refused stands below, with everything as it was written. */
function useEnvio({ um, escolha, aoDecidir, aoFechar }: Props & { escolha: Escolhida }) {
  const { decidirJa } = useAvisada(um, aoDecidir)
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
    if (escolha.contas.length > 0 && !(await confirmar(DESCARTAR))) return
    aoFechar()
  }
  return { enviar, fechar, enviando, recusa }
}

/** The open accounts of each customer, and who else may be named. */
function Contas({ um, escolha, fixo }: { um: MovimentoDetalhado; escolha: Escolhida; fixo: boolean }) {
  const { pessoas, setPessoas, partes, setPartes, resta } = escolha
  const tirar = (id: number, contas: number[]) => {
    setPessoas(pessoas.filter((outra) => outra.id !== id))
    setPartes(sem(partes, contas))
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

const sem = (partes: Partes, ids: readonly number[]): Partes =>
  Object.fromEntries(Object.entries(partes).filter(([id]) => !ids.includes(Number(id))))

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

function frase(escolhidas: number, resta: number, pessoas: readonly Pessoa[]): string {
  if (escolhidas === 0 || resta < 0) return '' // which is said above
  if (resta === 0) return 'Nada sobra.'
  return pessoas.length === 1
    ? `Sobram ${dinheiro(resta)}, que ficam como crédito do cliente.`
    : `Restam ${dinheiro(resta)}.`
}

interface ContasDeProps {
  /** The payer's day: what each account owed is reckoned on it. */
  quando: string
  pessoa: Pessoa
  partes: Partes
  resta: number
  aoMudar: (partes: Partes) => void
  aoTirar: ((ids: number[]) => void) | undefined
}

/** The open accounts of one customer; choosing one writes what it owes, or what is left of the money. */
function ContasDe({ quando, pessoa, partes, resta, aoMudar, aoTirar }: ContasDeProps) {
  const { data, error } = useQuery(clienteAdminQuery(pessoa.id))
  const contas = data?.contas.filter(emAberto) ?? []
  const escolher = (conta: Conta, sim: boolean) => {
    if (!sim) return aoMudar(sem(partes, [conta.id]))
    const devia = devidoEm(comTaxas(conta, data!.taxas), quando)
    const cabe = Math.min(devia, Math.max(0, resta))
    aoMudar({ ...partes, [conta.id]: emValor(cabe > 0 ? cabe : devia) })
  }
  return (
    // The focus begins here, not on what takes the customer away.
    <fieldset className="escolha-contas" tabIndex={-1} data-autofocus>
      <legend className="row between gap-8">
        <b>{pessoa.nome}</b>
        {aoTirar && (
          <IconButton
            size="small"
            aria-label={`Tirar ${pessoa.nome}`}
            onClick={() => aoTirar(contas.map(({ id }) => id))}
          >
            <CloseOutlined size={20} />
          </IconButton>
        )}
      </legend>
      {error && <Alert tom="error">{fraseDe(error)}</Alert>}
      {!data && !error && <SkeletonList linhas={2} altura={40} />}
      {data && contas.length === 0 && <p className="cinza">Nenhuma conta em aberto.</p>}
      {contas.map((conta) => (
        <ContaAEscolher
          key={conta.id}
          conta={conta}
          taxas={data!.taxas}
          quando={quando}
          texto={partes[conta.id]}
          aoEscolher={(sim) => escolher(conta, sim)}
          aoEscrever={(texto) => aoMudar({ ...partes, [conta.id]: texto })}
        />
      ))}
    </fieldset>
  )
}

/** An account is late since its due day, moved to a business day; one that is not late has no charges on any day before. */
const comTaxas = (conta: Conta, taxas: ComTaxas['taxas']): ComTaxas => ({
  ...conta,
  vencimento_util: conta.dias_atraso > 0 ? somarDias(hoje(), -conta.dias_atraso) : hoje(),
  taxas,
})

interface ContaAEscolherProps {
  conta: Conta
  taxas: ComTaxas['taxas']
  quando: string
  texto: string | undefined
  aoEscolher: (sim: boolean) => void
  aoEscrever: (texto: string) => void
}

function ContaAEscolher({ conta, taxas, quando, texto, aoEscolher, aoEscrever }: ContaAEscolherProps) {
  const nome = nomeDaConta(conta)
  const quanto = texto === undefined ? null : lerDinheiro(texto)
  const noDia = comTaxas(conta, taxas)
  const efeito = quanto ? efeitoDoPagamento(noDia, quanto, quando) : null
  return (
    <div className="escolha-conta">
      <Checkbox
        rotulo={<span className="forte">{nome}</span>}
        ajuda={`${quandoVence(conta)} · ${quando === hoje() ? 'deve' : `em ${dia(quando)} devia`} ${dinheiro(devidoEm(noDia, quando))}`}
        checked={texto !== undefined}
        onChange={({ target }) => aoEscolher(target.checked)}
      />
      {texto !== undefined && (
        <MoneyField
          rotulo="Quanto"
          aria-label={`Quanto vai para ${nome}`}
          value={texto}
          {...(quanto === null && { erro: 'Escreva um valor.' })}
          onChange={({ target }) => aoEscrever(target.value)}
        />
      )}
      {efeito && (
        <div className="efeito miudo" role="status">
          <span data-tom={TOM_DO_EFEITO[efeito.tom]}>{efeito.frase}</span>
        </div>
      )}
    </div>
  )
}
