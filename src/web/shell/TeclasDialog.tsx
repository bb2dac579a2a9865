import { useEstado } from '#web/api/useEstado.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { COMANDOS, type Comando, comandosAgora, ligarTeclas, teclasLigadas } from './teclas.ts'
import './teclas.css'

const EM_TODA_TELA = [
  { nome: 'Buscar telas, clientes e comandos', teclas: ['Ctrl', 'K'] },
  { nome: 'Desfazer, enquanto o aviso diz que se pode', teclas: ['Ctrl', 'Z'] },
  { nome: 'Gravar o que se escreve num diálogo', teclas: ['Ctrl', 'Enter'] },
  { nome: 'Ver estes atalhos', teclas: ['?'] },
]
const NA_MESA = [
  { nome: 'Cliente seguinte e anterior', teclas: ['J', 'K'] },
  { nome: 'Buscar na lista', teclas: ['/'] },
  { nome: 'Escrever ao cliente', teclas: ['Enter'] },
]

const NA_CONCILIACAO = [
  { nome: 'Movimento seguinte e anterior', teclas: ['J', 'K'] },
  { nome: 'Aplicar a sugestão mais certa', teclas: ['A'] },
  { nome: 'Escolher contas', teclas: ['E'] },
  { nome: 'Não é de cliente', teclas: ['I'] },
]

/** Every key, which of them act now, and the switch that turns the single-character ones off. */
export function TeclasDialog({ aoFechar }: { aoFechar: () => void }) {
  const { role } = useUsuario()
  const agora = useEstado(comandosAgora)
  return (
    <Dialog titulo="Atalhos do teclado" aoFechar={aoFechar} acoes={<Button onClick={aoFechar}>Fechar</Button>}>
      <h3>Em toda tela</h3>
      <Lista linhas={EM_TODA_TELA} />
      {role === 'admin' && (
        <>
          <h3>Na conciliação</h3>
          <Lista linhas={NA_CONCILIACAO} />
        </>
      )}
      {role === 'operador' && (
        <>
          <h3>No atendimento</h3>
          <Lista
            linhas={[
              ...NA_MESA,
              ...(Object.keys(COMANDOS) as Comando[]).map((qual) => ({
                nome: COMANDOS[qual].nome,
                teclas: [COMANDOS[qual].tecla],
                agora: agora[qual] !== undefined,
              })),
            ]}
          />
        </>
      )}
      <LigarTeclas />
    </Dialog>
  )
}

/** Kept in this browser. */
export function LigarTeclas() {
  const ligadas = useEstado(teclasLigadas)
  return (
    <Switch
      rotulo="Atalhos de uma tecla só"
      ajuda="Desligue se você dita ao computador ou esbarra nas teclas. Ctrl+K continua valendo."
      checked={ligadas}
      onChange={({ target }) => ligarTeclas(target.checked)}
    />
  )
}

const Lista = ({ linhas }: { linhas: { nome: string; teclas: string[]; agora?: boolean }[] }) => (
  <dl className="teclas">
    {linhas.map(({ nome, teclas, agora }) => (
      <div key={nome}>
        <dt>
          {nome}
          {agora === false && <small> agora não</small>}
        </dt>
        <dd>
          {teclas.map((tecla) => (
            <kbd key={tecla}>{tecla}</kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)
