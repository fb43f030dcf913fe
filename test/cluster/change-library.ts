// Changes the library in the memory of this process before it serves, with the words of `serve-library.ts`.
// The library behaves like clickhouse-local. What a server of a cluster does and clickhouse-local does not
// is added in a few bytes. The file is not changed. The addresses are those of one build: the bytes that
// are found there are compared first, so that another build is refused.
import { DataType, load, open } from 'ffi-rs'
import { enableReplicas, surviveResets } from './library-changes.ts'
import { loadedLibrary } from './loaded-library.ts'

const [library = '', , interserver] = process.argv.slice(2)
open({ library: 'chdb', path: library })
// A call without effect, because the library is loaded by the first call.
load({ library: 'chdb', funcName: 'chdb_version', retType: DataType.String, paramsType: [], paramsValue: [] })

const memory = loadedLibrary()
surviveResets(memory)
if (interserver !== undefined) enableReplicas(memory, interserver)
memory.close()
