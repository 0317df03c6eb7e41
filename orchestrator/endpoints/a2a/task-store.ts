import type { Task } from "@a2a-js/sdk";
import { TaskState } from "@a2a-js/sdk";
import type { ServerCallContext, TaskStore } from "@a2a-js/sdk/server";
import { LRUCache } from "lru-cache";

/** Of all callers. What a task did is in its runs, which are kept for good; this is only what peers ask for again. */
const MOST_TASKS = 2_000;
const MOST_LISTED = 50;

/** The tasks of each caller, the newest of them; nobody finds another one's. */
export function openTaskStore(): TaskStore {
  const tasks = new LRUCache<string, Task>({ max: MOST_TASKS });
  const ownerOf = ({ user }: ServerCallContext) => JSON.stringify(user?.userName ?? "");
  return {
    async save(task, context) {
      tasks.set(`${ownerOf(context)}${task.id}`, task);
    },
    async load(id, context) {
      return tasks.get(`${ownerOf(context)}${id}`);
    },
    async list({ contextId, status, pageSize = MOST_LISTED }, context) {
      const own = [...tasks.entries()]
        .filter(([key]) => key.startsWith(ownerOf(context)))
        .map(([, task]) => task)
        .filter((task) => contextId === "" || task.contextId === contextId)
        .filter(
          (task) => status === TaskState.TASK_STATE_UNSPECIFIED || task.status?.state === status,
        );
      const shown = own.slice(0, Math.min(Math.max(pageSize, 1), MOST_LISTED));
      return { tasks: shown, nextPageToken: "", pageSize: shown.length, totalSize: own.length };
    },
  };
}
