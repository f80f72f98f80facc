package driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.commons.collections4.Bag;
import org.apache.commons.collections4.BidiMap;
import org.apache.commons.collections4.CollectionUtils;
import org.apache.commons.collections4.ComparatorUtils;
import org.apache.commons.collections4.FluentIterable;
import org.apache.commons.collections4.IterableUtils;
import org.apache.commons.collections4.IteratorUtils;
import org.apache.commons.collections4.ListUtils;
import org.apache.commons.collections4.MapIterator;
import org.apache.commons.collections4.MapUtils;
import org.apache.commons.collections4.MultiSet;
import org.apache.commons.collections4.MultiValuedMap;
import org.apache.commons.collections4.OrderedMap;
import org.apache.commons.collections4.Predicate;
import org.apache.commons.collections4.PredicateUtils;
import org.apache.commons.collections4.SetUtils;
import org.apache.commons.collections4.Transformer;
import org.apache.commons.collections4.TransformerUtils;
import org.apache.commons.collections4.Trie;
import org.apache.commons.collections4.bag.HashBag;
import org.apache.commons.collections4.bag.SynchronizedBag;
import org.apache.commons.collections4.bag.TreeBag;
import org.apache.commons.collections4.bidimap.DualHashBidiMap;
import org.apache.commons.collections4.bidimap.TreeBidiMap;
import org.apache.commons.collections4.collection.SynchronizedCollection;
import org.apache.commons.collections4.functors.ChainedTransformer;
import org.apache.commons.collections4.iterators.PermutationIterator;
import org.apache.commons.collections4.keyvalue.MultiKey;
import org.apache.commons.collections4.list.CursorableLinkedList;
import org.apache.commons.collections4.list.TreeList;
import org.apache.commons.collections4.map.CaseInsensitiveMap;
import org.apache.commons.collections4.map.Flat3Map;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.map.LazyMap;
import org.apache.commons.collections4.map.LinkedMap;
import org.apache.commons.collections4.map.ListOrderedMap;
import org.apache.commons.collections4.map.MultiKeyMap;
import org.apache.commons.collections4.map.ReferenceMap;
import org.apache.commons.collections4.map.StaticBucketMap;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;
import org.apache.commons.collections4.multimap.HashSetValuedHashMap;
import org.apache.commons.collections4.multiset.HashMultiSet;
import org.apache.commons.collections4.queue.CircularFifoQueue;
import org.apache.commons.collections4.sequence.SequencesComparator;
import org.apache.commons.collections4.set.ListOrderedSet;
import org.apache.commons.collections4.trie.PatriciaTrie;

/** Fills, walks, changes and views the collections; some are shared by threads. */
public final class Driver {
    public static void main(String[] arguments) throws Exception {
        StaticBucketMap<Integer, String> buckets = new StaticBucketMap<>();
        Bag<String> bag = SynchronizedBag.synchronizedBag(new HashBag<String>());
        Collection<Integer> shared = SynchronizedCollection.synchronizedCollection(new TreeList<Integer>());
        ConcurrentLinkedQueue<String> results = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int n = i;
            Thread thread = new Thread(() -> {
                for (int k = 0; k < 50; k++) {
                    buckets.put(n * 100 + k, "v" + k);
                    bag.add("b" + k % 7);
                    shared.add(k);
                }
                results.add(n + " " + maps(n) + " " + lists(n) + " " + functions(n));
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        List<String> sorted = new ArrayList<>(results);
        Collections.sort(sorted);
        sorted.forEach(System.out::println);
        System.out.println(buckets.size() + " " + bag.getCount("b3") + " " + bag.uniqueSet().size() + " " + shared.size());
    }

    private static String maps(int n) {
        List<Map<String, Integer>> all = List.of(new LinkedMap<>(), new LRUMap<>(5), new CaseInsensitiveMap<>(), new Flat3Map<>(),
            new ReferenceMap<>(), ListOrderedMap.listOrderedMap(new HashMap<>()), new PatriciaTrie<>(),
            LazyMap.lazyMap(new HashMap<>(), () -> n), new DualHashBidiMap<>());
        int sum = 0;
        for (Map<String, Integer> map : all) {
            for (int k = 0; k < 9; k++) {
                map.put("key" + k, k + n);
            }
            map.remove("key2");
            for (Map.Entry<String, Integer> entry : map.entrySet()) {
                sum += entry.getValue();
                entry.setValue(entry.getValue());
            }
            map.keySet().removeIf(key -> key.endsWith("3"));
            sum += map.getOrDefault("key4", 0) + map.values().size() + (map.containsValue(n + 5) ? 1 : 0);
        }
        BidiMap<Integer, String> tree = new TreeBidiMap<>();
        for (int k = 0; k < 20; k++) {
            tree.put(k * 7 % 20, "t" + k);
        }
        tree.removeValue("t5");
        for (MapIterator<Integer, String> walk = tree.mapIterator(); walk.hasNext();) {
            sum += walk.next();
        }
        sum += tree.inverseBidiMap().get("t3");
        OrderedMap<String, Integer> ordered = new LinkedMap<>(tree.inverseBidiMap());
        for (String key = ordered.firstKey(); key != null; key = ordered.nextKey(key)) {
            sum++;
        }
        MultiKeyMap<String, Integer> keys = new MultiKeyMap<>();
        keys.put("a", "b", n);
        keys.put(new MultiKey<>("a", "c"), n + 1);
        MultiValuedMap<String, Integer> lists = new ArrayListValuedHashMap<>();
        MultiValuedMap<String, Integer> sets = new HashSetValuedHashMap<>();
        for (int k = 0; k < 10; k++) {
            lists.put("l" + k % 3, k);
            sets.put("s" + k % 2, k % 3);
        }
        lists.get("l1").remove(Integer.valueOf(4));
        Trie<String, Integer> trie = new PatriciaTrie<>();
        trie.putAll(Map.of("romane", 1, "romanus", 2, "rubens", 3));
        return sum + " " + keys.get("a", "b") + " " + lists.size() + " " + sets.asMap().get("s1").size() + " " + trie.prefixMap("rom").keySet()
            + " " + MapUtils.invertMap(trie).get(3);
    }

    private static String lists(int n) {
        List<Integer> tree = new TreeList<>();
        CursorableLinkedList<Integer> linked = new CursorableLinkedList<>();
        ListOrderedSet<Integer> set = new ListOrderedSet<>();
        Bag<Integer> bag = new TreeBag<>();
        MultiSet<Integer> multi = new HashMultiSet<>();
        CircularFifoQueue<Integer> queue = new CircularFifoQueue<>(4);
        for (int k = 0; k < 15; k++) {
            for (Collection<Integer> collection : List.of(tree, linked, set, bag, multi, queue)) {
                collection.add(k * n % 11);
            }
        }
        CursorableLinkedList.Cursor<Integer> cursor = linked.cursor(2);
        linked.addFirst(99);
        while (cursor.hasNext()) {
            if (cursor.next() % 2 == 0) {
                cursor.remove();
            }
        }
        cursor.close();
        for (ListIterator<Integer> walk = tree.listIterator(tree.size()); walk.hasPrevious();) {
            walk.set(walk.previous() + 1);
        }
        tree.subList(2, 5).clear();
        int permutations = 0;
        for (Iterator<List<Integer>> walk = new PermutationIterator<>(Arrays.asList(1, 2, 3)); walk.hasNext(); walk.next()) {
            permutations++;
        }
        int edits = new SequencesComparator<>(Arrays.asList(1, 2, 3, 4), Arrays.asList(2, 4, n)).getScript().getModifications();
        return tree + " " + linked + " " + set.size() + " " + bag.getCount(0) + " " + multi.uniqueSet().size() + " " + queue + " "
            + permutations + " " + edits + " " + ListUtils.longestCommonSubsequence("abcde", "ace" + n) + " " + ListUtils.partition(tree, 4).size();
    }

    private static String functions(int n) {
        Predicate<Integer> even = k -> k % 2 == 0;
        Predicate<Integer> chosen = PredicateUtils.andPredicate(even, PredicateUtils.notPredicate(PredicateUtils.equalPredicate(4)));
        Transformer<Integer, Integer> twice = ChainedTransformer.chainedTransformer(k -> k * 2, k -> k + n);
        List<Integer> numbers = IteratorUtils.toList(IteratorUtils.arrayIterator(new Integer[] {1, 2, 3, 4, 5, 6}));
        Collection<Integer> transformed = CollectionUtils.collect(CollectionUtils.select(numbers, chosen), twice);
        FluentIterable<String> fluent = FluentIterable.of(numbers).filter(even).transform(k -> "f" + k).append("end").reverse().loop().limit(5);
        Iterator<Integer> filtered = IteratorUtils.filteredIterator(IteratorUtils.chainedIterator(numbers.iterator(), transformed.iterator()), even);
        int sum = 0;
        while (filtered.hasNext()) {
            sum += filtered.next();
        }
        List<String> texts = new ArrayList<>(fluent.toList());
        texts.sort(ComparatorUtils.reversedComparator(ComparatorUtils.<String>naturalComparator()));
        return transformed + " " + texts + " " + sum + " " + CollectionUtils.union(numbers, transformed).size() + " "
            + CollectionUtils.isEqualCollection(numbers, ListUtils.unmodifiableList(numbers)) + " "
            + SetUtils.intersection(java.util.Set.of(1, 2, 3), java.util.Set.of(2, 3, 4)).size() + " "
            + IterableUtils.countMatches(numbers, even) + " " + TransformerUtils.stringValueTransformer().transform(n);
    }
}
