import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { somar } from '#web/contas-receber/palavras.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { dinheiro, plural } from '#web/ui/formatos.ts'
import { PixOutlined } from '#web/ui/icons/PixOutlined.tsx'
import { SmsOutlined } from '#web/ui/icons/SmsOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { modelosDoClienteQuery } from './mensagens.queries.ts'

interface Props {
  cliente: ClienteDetalhado
  selecao: Selecao
  /** Where room is short, the Pix key and the total stand in the menu too. */
  soModelos: boolean
  aoEscolher: (texto: string) => void
}

/** Texts with their values already in place: the Pix key, what is owed today, the templates. They go into the field, to be changed. */
export function TextosProntos({ cliente, selecao, soModelos, aoEscolher }: Props) {
  const [visto, setVisto] = useState(false)
  const consulta = useQuery({ ...modelosDoClienteQuery(cliente.id), enabled: visto })
  const total = totalDeHoje(cliente, selecao)
  const colarPix = async () => {
    const dados = await queryClient.ensureQueryData(modelosDoClienteQuery(cliente.id)).catch(() => null)
    if (!dados) return avisar('Não foi possível ler a chave Pix. Tente de novo em instantes.')
    if (!dados.pix) return avisar('A empresa ainda não tem chave Pix. Um administrador pode cadastrá-la.')
    aoEscolher(`Nossa chave Pix: ${dados.pix}`)
  }
  const trigger = soModelos ? (
    <IconButton aria-label="Textos prontos">
      <SmsOutlined />
    </IconButton>
  ) : (
    <Button size="small" variant="outlined" startIcon={<SmsOutlined />}>
      Modelos
    </Button>
  )
  return (
    <>
      {!soModelos && (
        <Button size="small" variant="outlined" startIcon={<PixOutlined />} onClick={() => void colarPix()}>
          Chave Pix
        </Button>
      )}
      {!soModelos && total && (
        <Button size="small" variant="outlined" onClick={() => aoEscolher(total)}>
          Total de hoje
        </Button>
      )}
      <Menu trigger={trigger} rotulo="Textos prontos" aoAbrir={() => setVisto(true)}>
        {soModelos && <MenuItem onClick={() => void colarPix()}>Chave Pix</MenuItem>}
        {soModelos && total && <MenuItem onClick={() => aoEscolher(total)}>Total de hoje</MenuItem>}
        {(consulta.data?.data ?? [])
          .filter((modelo) => modelo.conteudo)
          .map((modelo) => (
            <MenuItem key={modelo.tipo} onClick={() => aoEscolher(modelo.conteudo)}>
              <span className="texto-pronto">
                <b>{modelo.titulo}</b>
                <span>{modelo.conteudo}</span>
              </span>
            </MenuItem>
          ))}
        {consulta.isPending && <MenuItem disabled>Buscando os modelos…</MenuItem>}
        {consulta.error && <MenuItem disabled>Não foi possível buscar os modelos.</MenuItem>}
      </Menu>
    </>
  )
}

/** What the chosen accounts are worth today; what is overdue when none is chosen; nothing when nothing is owed. */
function totalDeHoje(cliente: ClienteDetalhado, selecao: Selecao): string | null {
  const contas = selecao.contas.length ? selecao.contas : cliente.contas.filter((conta) => conta.status === 'vencida')
  if (contas.length === 0) return null
  const total = dinheiro(somar(contas.map((conta) => conta.valor_atualizado)))
  const comEncargos = contas.some((conta) => conta.encargos > 0) ? ', com encargos,' : ''
  return `O total de hoje${comEncargos} é ${total} (${plural(contas.length, 'conta', 'contas')}).`
}
